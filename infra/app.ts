import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { api } from '#core/index.ts';
import { bundleBridge, bundleFunctions } from './function-code.ts';
import { settingsFrom } from './settings.ts';
import { watchkeep } from './watchkeep.ts';
import { EVENT_FUNCTIONS } from './wiring.ts';

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const settings = settingsFrom(app.node);
watchkeep(app, settings, {
  functions: await bundleFunctions([...Object.keys(api), ...EVENT_FUNCTIONS]),
  bridge: settings.bridge === 'on' ? bundleBridge() : '',
  web: join(import.meta.dirname, '../web/dist'),
});
app.synth();
