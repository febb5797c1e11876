import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './command.ts';
import { ACCOUNT, type Emulator, REGION } from './emulator.ts';

/** All that the emulator provisions; docs/deploy.md says why the others are left out. */
const STACKS = ['Data', 'Firewall', 'Live', 'Web', 'Api', 'Background', 'Observability'];
const SETTINGS = ['--context', 'stage=dev', '--context', 'bridge=off'];

/** Where the deployed portal is, as its stacks say. */
export interface Deployed {
  tableName: string;
  secretName: string;
  ingestQueueUrl: string;
  distribution: string;
  webBucket: string;
  apiId: string;
  liveApiId: string;
}

/** Deploys the stacks to the emulator with the real CLI, as to an account. */
export async function deploy(emulator: Emulator, folder: string, onStep: (step: string) => void): Promise<Deployed> {
  const cdk = path.join(ROOT, 'node_modules/aws-cdk/bin/cdk');
  const env = { ...process.env, ...emulator.environment, CDK_DISABLE_CLI_TELEMETRY: 'true', CI: 'true' };
  const outputs = path.join(folder, 'outputs.json');
  const common = [...SETTINGS, '--no-notices', '--output', path.join(folder, 'cdk.out'), '--build', 'true'];

  onStep('cdk bootstrap');
  const environment = `aws://${ACCOUNT}/${REGION}`;
  await run(process.execPath, [cdk, 'bootstrap', environment, ...common], {
    log: path.join(folder, 'bootstrap.log'),
    env,
  });
  onStep(`cdk deploy ${STACKS.join(' ')}`);
  await run(
    process.execPath,
    [
      cdk,
      'deploy',
      ...STACKS,
      ...common,
      '--require-approval',
      'never',
      '--method',
      'direct',
      '--outputs-file',
      outputs,
    ],
    { log: path.join(folder, 'deploy.log'), env },
  );
  return readOutputs(outputs);
}

function readOutputs(file: string): Deployed {
  if (!existsSync(file)) throw new Error('cdk deploy wrote no outputs');
  const stacks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const output = (stack: string, name: string) => {
    const value = stacks[`watchkeep-dev-${stack}`]?.[name];
    if (!value) throw new Error(`watchkeep-dev-${stack} has no output ${name}`);
    return value;
  };
  return {
    tableName: output('data', 'TableName'),
    secretName: output('data', 'PortalSecret'),
    ingestQueueUrl: output('data', 'IngestQueueUrl'),
    distribution: output('web', 'DistributionDomain'),
    webBucket: output('web', 'WebBucket'),
    apiId: output('web', 'ApiId'),
    liveApiId: output('live', 'LiveApiId'),
  };
}
