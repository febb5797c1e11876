import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildWeb } from '#local/portal/web-build.ts';
import { ROOT } from './verify-deploy/command.ts';
import { deploy } from './verify-deploy/deployment.ts';
import { type Emulator, installEmulator, Missing, startEmulator } from './verify-deploy/emulator.ts';
import { keepFunctionLogs } from './verify-deploy/function-logs.ts';
import { setLiveEndpoint } from './verify-deploy/live-endpoint.ts';
import { PortalClient } from './verify-deploy/portal-client.ts';
import { walk } from './verify-deploy/steps.ts';
import { walkAlarms } from './verify-deploy/walk-alarms.ts';
import { walkApi } from './verify-deploy/walk-api.ts';
import { walkCodeRights } from './verify-deploy/walk-code-rights.ts';
import { walkConditions } from './verify-deploy/walk-conditions.ts';
import { walkLive } from './verify-deploy/walk-live.ts';
import { walkProbe } from './verify-deploy/walk-probe.ts';
import { walkReminders } from './verify-deploy/walk-reminders.ts';
import { walkRestore } from './verify-deploy/walk-restore.ts';
import { walkRights } from './verify-deploy/walk-rights.ts';
import { walkStages } from './verify-deploy/walk-stages.ts';
import { walkUnits } from './verify-deploy/walk-units.ts';
import { walkUpdate } from './verify-deploy/walk-update.ts';
import { walkWeb } from './verify-deploy/walk-web.ts';

/** Also deploys an update, and the production stage. */
const deep = process.argv.includes('--deep');
const FOLDER = path.join(ROOT, '.local/verify-deploy');
const UNITS = 60;

const began = Date.now();
const say = (step: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${step}`);

mkdirSync(FOLDER, { recursive: true });
// Leaving by process.exit() ends the emulator, which has a process group of its own.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  say('Installing the emulator (MiniStack)');
  const interpreter = await installEmulator(FOLDER);
  const emulator = await startEmulator(interpreter, FOLDER);
  try {
    await verify(emulator);
  } finally {
    // Where the emulator is gone, what was found before that is what counts.
    await keepFunctionLogs(emulator, path.join(FOLDER, 'functions.log')).catch((error: Error) =>
      say(`What the functions said could not be kept: ${error.message}`),
    );
    await emulator.close();
  }
  say('The deployed portal works. docs/deploy.md lists what the emulator cannot provision.');
} catch (error) {
  if (error instanceof Missing) console.log(`SKIPPED: the deployment was not verified, because ${error.message}.`);
  else {
    console.error(error);
    console.error(`The deployed portal does not work. Logs are in ${path.relative(ROOT, FOLDER)}.`);
    process.exitCode = 1;
  }
}

async function verify(emulator: Emulator): Promise<void> {
  await buildWeb(say);
  const deployed = await deploy(emulator, FOLDER, { onStep: say });
  await setLiveEndpoint(emulator, deployed);

  // Stores and clients read the environment when they are loaded.
  Object.assign(process.env, emulator.environment, { TABLE_NAME: deployed.tableName });
  const client = new PortalClient(emulator, deployed);
  await walk('The web origin', walkWeb(emulator, deployed));
  await walk('The HTTP API', walkApi(emulator, client, FOLDER));
  say(`Seeding ${UNITS} units`);
  const { seed } = await import('#scripts/seed/seed.ts');
  const seedUnits = () => seed({ count: UNITS, now: began }, () => {});
  // On a busy machine the emulator can be too slow for a write. The seed writes the same items again.
  await seedUnits().catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error;
    return seedUnits();
  });
  await walk('Live connections and work in the background', walkLive(emulator, deployed, client));

  const { seededFleet } = await import('#scripts/simulate/seeded-fleet.ts');
  const [unit, other] = seededFleet(UNITS).filter(({ model }) => model === 'MXD-LTE');
  if (!unit || !other) throw new Error('The seeded fleet has no two units of the model MXD-LTE');
  await walk('Reminders', walkReminders(client, other.UnitSerNum));
  await walk('Conditions of units', walkConditions(emulator, deployed, other.UnitSerNum));
  const units = walkUnits(emulator, deployed, client, unit, FOLDER);
  try {
    await walk('Units', units.steps);
    await walk('The probe', walkProbe(emulator, deployed, client, other, units.unitPort));
  } finally {
    await units.close();
  }
  await walk('The rights of the functions', walkRights(emulator, deployed));
  await walk('The rights of their code', walkCodeRights(emulator));
  await walk('The alarms', walkAlarms(emulator, deployed));
  if (!deep) return;
  await walk('An update', walkUpdate(emulator, client, deployed, { folder: FOLDER, onStep: say }));
  const restored = walkRestore(emulator, client, deployed, other.UnitSerNum, { folder: FOLDER, onStep: say });
  await walk('A restore of the table', restored.steps);
  const after = restored.deployed();
  await walk('Live connections and work in the background, after it', walkLive(emulator, after, client));
  await walk('Reminders, after it', walkReminders(client, other.UnitSerNum));
  const unitsAfter = walkUnits(emulator, after, client, unit, FOLDER);
  try {
    await walk('Units, after it', unitsAfter.steps);
  } finally {
    await unitsAfter.close();
  }
  await walk('The rights of the functions, after it', walkRights(emulator, after));
  await walk('A second stage in the account', walkStages(emulator, client, after, { folder: FOLDER, onStep: say }));
}
