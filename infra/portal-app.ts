import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Area } from '#core/contract.ts';
import { bundleBridge, bundleFunctions } from './function-code.ts';
import { settingsFrom } from './settings.ts';
import { watchkeep } from './watchkeep.ts';
import { EVENT_FUNCTIONS } from './wiring.ts';

/** Writes the templates of a portal with these areas, for the settings of the command line. */
export async function synthesizePortal(contract: Readonly<Record<string, Area>>): Promise<void> {
  const app = new App();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const settings = settingsFrom(app.node);
  watchkeep(app, settings, {
    contract,
    functions: await bundleFunctions([...Object.keys(contract), ...EVENT_FUNCTIONS]),
    bridge: settings.bridge === 'on' ? bundleBridge() : '',
    web: join(import.meta.dirname, '../web/dist'),
  });
  app.synth();
}
