import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { portTable } from '#local/ports.ts';
import { faultsIn } from './faults.ts';
import { startFleet } from './fleet.ts';
import { KeptVersions } from './kept-versions.ts';
import { playFile } from './script/play-file.ts';
import { seededFleet } from './seeded-fleet.ts';

const HELP = `npm run simulate -- [options]
  --units N    how many units of the seeded fleet dial in (50)
  --host H     where the bridge is (localhost)
  --port P     its port for units (8200, shifted by WATCHKEEP_PORT_OFFSET)
  --seed S     another fleet's fate (1)
  --speed X    so many times faster than real time (1)
  --ping N     seconds between two pings of a unit (900)
  --firmware-key F  the PEM of the key that has signed their firmware (units refuse all)
  --versions F  a file that keeps the versions that units take, for the next run (none)
  --refuse     units refuse volumes above 7
  --forget F   the share of its settings that a unit loses when it starts (0)
  --fail-test-calls V  units fail their test calls while they have this version
  --faults L   what goes wrong with units: all, or some of slow, lost, reordered, duplicate, wrong-crc, half-open, wrong-clock, low-battery,
               no-sim, carrier-change and reboot-in-command, separated by commas (nothing)
  --repeat     units send what they answer to configurations and messages twice
  --play F     plays the script of one unit, or a protocol log that was exported as CSV, instead of a fleet (docs/one-machine.md)
  --as U       the serial number of the seeded unit that plays it (the first of its model)
  --quiet      no word on how it goes`;

const TOLD_EVERY = 60_000;

/** Runs a fleet until a signal stops it, or plays a script to its end. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      units: { type: 'string', default: '50' },
      host: { type: 'string', default: 'localhost' },
      port: { type: 'string', default: String(portTable().bridgeUnits) },
      seed: { type: 'string', default: '1' },
      speed: { type: 'string', default: '1' },
      ping: { type: 'string', default: '900' },
      'firmware-key': { type: 'string' },
      versions: { type: 'string' },
      refuse: { type: 'boolean', default: false },
      forget: { type: 'string', default: '0' },
      'fail-test-calls': { type: 'string' },
      repeat: { type: 'boolean', default: false },
      faults: { type: 'string', default: '' },
      play: { type: 'string' },
      as: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const common = {
    host: values.host,
    port: numberOf('port', values.port),
    speed: numberOf('speed', values.speed),
  };
  if (values.play !== undefined) {
    await playFile(values.play, { ...common, UnitSerNum: values.as, isQuiet: values.quiet });
    return;
  }
  const fleet = startFleet({
    ...common,
    units: seededFleet(numberOf('units', values.units)),
    seed: numberOf('seed', values.seed),
    pingEverySeconds: numberOf('ping', values.ping),
    ...(values['firmware-key'] && { firmwareKeys: [createPublicKey(readFileSync(values['firmware-key']))] }),
    ...(values.versions && { versions: new KeptVersions(values.versions) }),
    failsTestCallsWith: values['fail-test-calls'],
    faults: faultsIn(values.faults),
    settings: {
      ...(values.refuse && { refuses: refusesLoudness }),
      forgets: Number(values.forget) || 0,
      repeats: values.repeat,
    },
  });
  const tell = () => {
    const { units, served, unacknowledged } = fleet.state;
    console.log(`Simulated fleet: ${served} of ${units} units connected, ${unacknowledged} reports on the way`);
  };
  const telling = values.quiet ? undefined : setInterval(tell, TOLD_EVERY);
  const stop = () => {
    clearInterval(telling);
    fleet.close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** An older board than the portal believes. */
const refusesLoudness = (name: string, value: unknown) =>
  name === 'SpeakerVol' && Number(value) > 7 ? 'This board has seven steps' : undefined;

function numberOf(name: string, given: string): number {
  const value = Number(given);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} wants a number above 0, not ${given}`);
  return value;
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
