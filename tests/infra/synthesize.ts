import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IPolicyValidationPlugin } from 'aws-cdk-lib';
import { App, type Stack, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { api } from '#core/index.ts';
import { parseSettings, type SettingName } from '#infra/settings.ts';
import { watchkeep } from '#infra/watchkeep.ts';
import { EVENT_FUNCTIONS } from '#infra/wiring.ts';
import cdk from '../../cdk.json' with { type: 'json' };

export type Resource = { Type: string; Properties: Record<string, any>; [attribute: string]: any };

export interface SynthesizedStack {
  template: Template;
  /** The resources of one type, by logical id. */
  resources(type: string): Record<string, Resource>;
}

/** Code that deploys like the real one; what the stacks are made of does not depend on what is in it. */
function artifacts() {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeep-synth-'));
  const file = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const names = [...Object.keys(api), ...EVENT_FUNCTIONS];
  for (const name of names) file(`functions/${name}/index.mjs`, `// ${name}`);
  file('libraries/nodejs/node_modules/zod/index.mjs', '// zod');
  file('web/index.html', '<!doctype html>');
  file('web/assets/index-abc.js', '// app');
  file('bridge/Dockerfile', 'FROM scratch');
  return {
    functions: {
      functions: new Map(names.map((name) => [name, join(folder, 'functions', name)])),
      libraries: join(folder, 'libraries'),
    },
    bridge: join(folder, 'bridge'),
    web: join(folder, 'web'),
  };
}

export const PRODUCTION = {
  stage: 'production',
  region: 'us-east-1',
  domain: 'portal.example.com',
  certificate: 'arn:aws:acm:us-east-1:111111111111:certificate/web',
  unitCertificate: 'arn:aws:acm:us-east-1:111111111111:certificate/units',
  alarmAddress: 'watch@example.com',
} satisfies Partial<Record<SettingName, string>>;

/** Synthesizes the whole portal as `cdk synth` does, and gives its stacks by id: Data, Live, Web, Api, ... */
export function synthesize(
  given: Partial<Record<SettingName, string>>,
  ...plugins: ((app: App) => IPolicyValidationPlugin)[]
) {
  const app = new App({ context: cdk.context, outdir: mkdtempSync(join(tmpdir(), 'watchkeep-assembly-')) });
  if (plugins.length) Validations.of(app).addPlugins(...plugins.map((plugin) => plugin(app)));
  watchkeep(app, parseSettings(given), artifacts());
  app.synth();
  const stacks = app.node.children.filter((child): child is Stack => 'templateFile' in child);
  return new Map(stacks.map((stack) => [stack.node.id, synthesized(Template.fromStack(stack))]));
}

function synthesized(template: Template): SynthesizedStack {
  const all = (template.toJSON().Resources ?? {}) as Record<string, Resource>;
  return {
    template,
    resources: (type) => Object.fromEntries(Object.entries(all).filter(([, resource]) => resource.Type === type)),
  };
}
