import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  App,
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  type PolicyValidationPluginReport,
  Stack,
  Validations,
} from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll } from 'vitest';
import type { Area } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { parseSettings, type SettingName } from '#infra/settings.ts';
import { watchkeep } from '#infra/watchkeep.ts';
import { EVENT_FUNCTIONS } from '#infra/wiring.ts';
import cdk from '../../cdk.json' with { type: 'json' };

/** A value of a template: a plain value here may be a reference there. */
// biome-ignore lint/suspicious/noExplicitAny: templates are as deep as CloudFormation, and tests read single leaves of them.
type Value = any;
export interface Resource {
  Type: string;
  Properties: Record<string, Value>;
  [attribute: string]: Value;
}

export type StackName =
  | 'Data'
  | 'Network'
  | 'Live'
  | 'Bridge'
  | 'Firewall'
  | 'Web'
  | 'WebFiles'
  | 'Api'
  | 'Background'
  | 'Observability';

/** The templates of all stacks. */
export class Portal {
  readonly #templates: ReadonlyMap<string, Template>;
  /** The findings of cdk-nag without an explanation: the rule and the resource. */
  readonly findings: readonly string[];
  /** The warnings that `cdk synth` prints, each once. */
  readonly warnings: readonly string[];
  /** The stacks that nobody can delete. */
  readonly protectedStacks: readonly string[];
  readonly #dependencies: ReadonlyMap<string, readonly string[]>;

  constructor(stacks: readonly Stack[], findings: readonly string[]) {
    this.#templates = new Map(stacks.map((stack) => [stack.node.id, Template.fromStack(stack)]));
    this.findings = findings;
    const warnings = stacks.flatMap((stack) => Annotations.fromStack(stack).findWarning('*', Match.anyValue()));
    this.warnings = [...new Set(warnings.map(({ entry }) => String(entry.data)))];
    this.protectedStacks = stacks
      .filter(({ terminationProtection }) => terminationProtection)
      .map(({ node }) => node.id);
    this.#dependencies = new Map(stacks.map((stack) => [stack.node.id, stack.dependencies.map(({ node }) => node.id)]));
  }

  /** The stacks that are deployed before this one. */
  dependenciesOf(stack: StackName): readonly string[] {
    return this.#dependencies.get(stack) ?? [];
  }

  get names(): string[] {
    return [...this.#templates.keys()];
  }

  template(stack: StackName): Template {
    const template = this.#templates.get(stack);
    if (!template) throw new Error(`There is no stack ${stack}`);
    return template;
  }

  /** All resources of all stacks. */
  resources(): Resource[] {
    return [...this.#templates.values()].flatMap((template) =>
      Object.values(template.toJSON().Resources as Record<string, Resource>),
    );
  }

  /** All resources of a type in a stack, by logical id. `Api` means the stacks of all areas. */
  of(stack: StackName, type: string): [string, Resource][] {
    const stacks = stack === 'Api' ? this.names.filter((name) => name.startsWith('Api-')) : [stack];
    return stacks.flatMap(
      (name) => Object.entries(this.template(name as StackName).findResources(type)) as [string, Resource][],
    );
  }

  /** All resources of a type in the whole portal. */
  all(type: string): Resource[] {
    return this.names.flatMap((name) => this.of(name as StackName, type).map(([, resource]) => resource));
  }

  /** The only resource of its type in a stack. */
  only(stack: StackName, type: string): Resource {
    const found = this.of(stack, type);
    if (found.length !== 1) throw new Error(`${stack} has ${found.length} of ${type}`);
    return found[0]![1];
  }
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeep-synth-'));
  folders.push(folder);
  return folder;
}

/** Files that deploy like the built ones; the templates do not depend on their content. */
function artifacts(contract: Readonly<Record<string, Area>>) {
  const folder = temporaryFolder();
  const file = (path: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  };
  const names = [...Object.keys(contract), ...EVENT_FUNCTIONS];
  for (const name of names) file(`functions/${name}/index.mjs`);
  for (const path of ['libraries/nodejs/a.mjs', 'web/index.html', 'web/assets/a.js', 'bridge/Dockerfile']) file(path);
  const functions = new Map(names.map((name) => [name, join(folder, 'functions', name)]));
  return {
    contract,
    functions: { functions, libraries: join(folder, 'libraries') },
    bridge: join(folder, 'bridge'),
    web: join(folder, 'web'),
  };
}

/** The settings of a production deployment. */
export const PRODUCTION = {
  stage: 'production',
  region: 'us-east-1',
  domain: 'portal.example.com',
  certificate: 'arn:aws:acm:us-east-1:111111111111:certificate/web',
  unitCertificate: 'arn:aws:acm:us-east-1:111111111111:certificate/units',
  alarmAddress: 'watch@example.com',
} satisfies Partial<Record<SettingName, string>>;

type Settings = Partial<Record<SettingName, string>>;

/** cdk-nag as in the app, but it collects its findings instead of failing the synthesis. */
class ToldChecks implements IPolicyValidationPlugin {
  readonly name = 'told';
  readonly findings: string[] = [];
  readonly #checks: AwsSolutionsChecks;

  constructor(app: App) {
    this.#checks = new AwsSolutionsChecks(app);
  }

  validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    for (const { ruleName, violatingResources } of this.#checks.validate(context).violations)
      this.findings.push(...violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`));
    return { success: true, violations: [] };
  }
}

/** Synthesizes a whole portal as `cdk synth` does, by default with all areas. */
export function synthesize(given: Settings, contract: Readonly<Record<string, Area>> = api): Portal {
  const app = new App({ context: cdk.context, outdir: temporaryFolder() });
  const checks = new ToldChecks(app);
  Validations.of(app).addPlugins(checks);
  watchkeep(app, parseSettings(given), artifacts(contract));
  app.synth();
  const stacks = app.node.children.filter((child): child is Stack => Stack.isStack(child));
  return new Portal(stacks, checks.findings);
}
