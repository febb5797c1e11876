import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './command.ts';
import { ACCOUNT, type Emulator, REGION } from './emulator.ts';

/** The stacks that the emulator can provision; docs/deploy.md explains why the others are missing. */
const STACKS = ['Data', 'Firewall', 'Live', 'Web', 'Api-*', 'Background', 'Observability'];
const certificateOf = (number: number) =>
  `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/00000000-0000-4000-8000-00000000000${number}`;
/** Settings as the command line takes them. */
export const context = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => ['--context', `${name}=${value}`]);
const SETTINGS = context({ stage: 'dev', bridge: 'off' });
/** The settings that give the stage a domain of its own. */
export const DOMAIN = 'dev.watchkeep.example';
export const WITH_DOMAIN = context({ domain: DOMAIN, certificate: certificateOf(1) });
const PRODUCTION = context({
  stage: 'production',
  bridge: 'off',
  domain: 'portal.watchkeep.example',
  certificate: certificateOf(2),
});
const UNATTENDED = ['--require-approval', 'never', '--method', 'direct'];
/** Resources of production only, which the emulator's CloudFormation does not support. */
const UNKNOWN = { stack: 'Firewall', type: 'AWS::WAFv2::LoggingConfiguration' };

export type Stage = 'dev' | 'production';

const SECRETS = ['CarriersSecret', 'IdentitySecret', 'BridgeSecret', 'ProbeSecret'] as const;

/** The addresses of the deployed portal, from the outputs of its stacks. */
export interface Deployed {
  tableName: string;
  /** The ARNs of the secrets, by output. */
  secrets: Record<(typeof SECRETS)[number], string>;
  ingestQueueUrl: string;
  alarmQueueUrl: string;
  reactionQueueUrl: string;
  distribution: string;
  webBucket: string;
  apiId: string;
  liveApiId: string;
  alarmTopic: string;
}

interface Options {
  onStep(step: string): void;
  /** Further settings of the command line, which replace the usual ones. */
  further?: readonly string[];
  /** The program that writes the templates; absent: that of cdk.json. */
  app?: string;
}

/** Deploys the stacks to the emulator with the real CLI. */
export async function deploy(
  emulator: Emulator,
  folder: string,
  { onStep, further = [], app }: Options,
): Promise<Deployed> {
  const outputs = path.join(folder, 'outputs.json');
  const assembly = path.join(folder, 'cdk.out');
  await cdk(emulator, folder, {
    onStep,
    command: ['bootstrap', `aws://${ACCOUNT}/${REGION}`, ...SETTINGS, '--output', assembly],
    log: 'bootstrap.log',
  });
  await cdk(emulator, folder, {
    onStep,
    command: [
      'deploy',
      ...STACKS,
      ...SETTINGS,
      ...further,
      ...(app ? ['--app', app] : []),
      ...UNATTENDED,
      '--output',
      assembly,
      '--outputs-file',
      outputs,
    ],
    log: 'deploy.log',
  });
  return readOutputs(outputs, 'dev');
}

/** Deploys a production portal into the same account, with its own domain, after a first deployment that fails. */
export async function deployProduction(
  emulator: Emulator,
  folder: string,
  onStep: (step: string) => void,
): Promise<Deployed> {
  const outputs = path.join(folder, 'production-outputs.json');
  const assembly = path.join(folder, 'production.out');
  await cdk(emulator, folder, {
    onStep,
    command: ['synth', ...STACKS, ...PRODUCTION, '--quiet', '--output', assembly],
    log: 'production-synth.log',
  });
  leaveOut(path.join(assembly, `${UNKNOWN.stack}.template.json`), UNKNOWN.type);
  const deployStacks = (stacks: readonly string[], log: string) =>
    cdk(emulator, folder, { onStep, command: ['deploy', ...stacks, ...UNATTENDED, '--app', assembly], log });
  const repair = breakData(assembly);
  await assert.rejects(deployStacks(['Data'], 'production-failing.log'), /watchkeep-production-data failed to deploy/);
  repair();
  await deployStacks([...STACKS, '--outputs-file', outputs], 'production.log');
  return readOutputs(outputs, 'production');
}

/** Adds a resource that cannot be created, after all others except the table. Returns what takes it away. */
function breakData(assembly: string): () => void {
  const files = ['Data.template.json', 'Data.assets.json', 'manifest.json'].map((name) => path.join(assembly, name));
  const texts = files.map((file) => readFileSync(file, 'utf8')) as [string, string, string];
  const [template, assets] = texts.map((text) => JSON.parse(text)) as [Template, Assets, unknown];
  const ids = Object.keys(template.Resources);
  const isTable = (id: string) => template.Resources[id]?.Type === 'AWS::DynamoDB::GlobalTable';
  for (const id of ids.filter(isTable)) template.Resources[id]?.DependsOn?.push('Broken');
  template.Resources.Broken = {
    Type: 'AWS::Lambda::EventInvokeConfig',
    DependsOn: ids.filter((id) => !isTable(id)),
    Properties: { FunctionName: 'watchkeep-nothing', Qualifier: '$LATEST' },
  };
  // A published template is stored under its hash, and is not published again.
  const [hash] = Object.entries(assets.files).find(([, { source }]) => source.path === 'Data.template.json')!;
  const broken = [JSON.stringify(template), ...texts.slice(1)].map((text) => text.replaceAll(hash, '0'.repeat(64)));
  const write = (contents: readonly string[]) => {
    for (const [at, file] of files.entries()) writeFileSync(file, contents[at]!);
  };
  write(broken);
  return () => write(texts);
}

interface Template {
  Resources: Record<string, { Type: string; DependsOn?: string[]; Properties?: object }>;
}

interface Assets {
  files: Record<string, { source: { path: string } }>;
}

/** Removes the resources of the type from a template. @throws if it has none, because this step is then no longer needed */
function leaveOut(file: string, type: string): void {
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Record<string, { Type: string }> };
  const resources = Object.entries(template.Resources);
  const kept = resources.filter(([, { Type }]) => Type !== type);
  if (kept.length === resources.length) throw new Error(`${file} has no ${type}`);
  writeFileSync(file, JSON.stringify({ ...template, Resources: Object.fromEntries(kept) }));
}

interface Command {
  onStep(step: string): void;
  command: readonly string[];
  log: string;
}

async function cdk(emulator: Emulator, folder: string, { onStep, command, log }: Command): Promise<void> {
  onStep(`cdk ${command.join(' ')}`);
  const program = path.join(ROOT, 'node_modules/aws-cdk/bin/cdk');
  const common = ['--no-notices', '--build', 'true'];
  await run(process.execPath, [program, ...command, ...common], {
    log: path.join(folder, log),
    env: { ...process.env, ...emulator.environment, CDK_DISABLE_CLI_TELEMETRY: 'true', CI: 'true' },
  });
}

function readOutputs(file: string, stage: Stage): Deployed {
  if (!existsSync(file)) throw new Error('cdk deploy wrote no outputs');
  const stacks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const output = (stack: string, name: string) => {
    const value = stacks[`watchkeep-${stage}-${stack}`]?.[name];
    if (!value) throw new Error(`watchkeep-${stage}-${stack} has no output ${name}`);
    return value;
  };
  return {
    tableName: output('data', 'TableName'),
    secrets: Object.fromEntries(SECRETS.map((name) => [name, output('data', name)])) as Deployed['secrets'],
    ingestQueueUrl: output('data', 'IngestQueueUrl'),
    alarmQueueUrl: output('data', 'AlarmQueueUrl'),
    reactionQueueUrl: output('data', 'ReactionQueueUrl'),
    distribution: output('web', 'DistributionDomain'),
    webBucket: output('web', 'WebBucket'),
    apiId: output('web', 'ApiId'),
    liveApiId: output('live', 'LiveApiId'),
    alarmTopic: output('observability', 'AlarmTopic'),
  };
}
