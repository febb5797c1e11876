import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { client, tableName } from '#data/kit/table.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { createTable } from '#local/create-table.ts';
import { seed } from '#scripts/seed/seed.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { acknowledgedIn } from './acknowledged-in.ts';
import { startLivePortal } from './live-portal.ts';
import { loginUnits } from './login-fleet.ts';
import type { Measure } from './measure.ts';
import { median, percentile } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';

const UNITS = 20_000;
/** Files and sockets of a process that are not of its units. */
const OTHER_FILES = 500;
/** Code that loads with the first logins does not count. */
const FIRST_UNITS = 500;
/** One of them sends the alarms. */
const SPARE = 20;
const ALARM_EVERY_MS = 50;

/**
 * What the login of a unit costs the bridge, while a whole fleet dials at the same moment, as after an outage; whether all get in; and how long the
 * acknowledgement of an alarm takes meanwhile. The bridge is the deployed one, with its table and queue.
 */
export const measure: Measure = async () => {
  const count = Math.min(UNITS, mostFiles() - OTHER_FILES);
  await createTable(client, tableName(), { stream: false });
  await seed({ count: 0, now: Date.now() }, () => {});
  await writeAll(itemsOf(count + SPARE), () => {});
  const portal = await startLivePortal();
  const { bridge } = portal;
  try {
    const alarming = [...loginUnits(count + SPARE)].slice(count).find(({ UnitModel }) => UnitModel === 'MXD-LTE')!;
    const unit = await UnitLine.logIn(portal.unitPort, alarming);
    await dial(portal.unitPort, 0, FIRST_UNITS);
    const idle = await acknowledgedIn(unit, sleep(5_000), ALARM_EVERY_MS);

    const before = { processorTime: await bridge.processorTime(), memory: await bridge.memory() };
    const dialling = dial(portal.unitPort, FIRST_UNITS, count - FIRST_UNITS);
    const busy = await acknowledgedIn(unit, dialling, ALARM_EVERY_MS);
    const { seconds, loggedIn, refused, cut } = await dialling;
    const after = { processorTime: await bridge.processorTime(), memory: await bridge.memory() };
    unit.close();

    const units = count - FIRST_UNITS;
    const scale = count < UNITS ? ` instead of ${UNITS}, because a process may open ${mostFiles()} files` : '';
    const perUnit = (to: number) => (to - before.memory.rss) / units / 1024;
    return [
      {
        name: 'processor time of the bridge for a login',
        value: (after.processorTime - before.processorTime) / units / 1000,
        unit: 'ms',
        target: { atMost: 2 },
        samples: units,
      },
      {
        name: 'memory of the bridge for a unit while all log in, with its socket',
        value: perUnit(after.memory.peak),
        unit: 'KB',
        target: { atMost: 10 },
        samples: units,
        detail: `${perUnit(after.memory.rss).toFixed(1)} afterwards`,
      },
      {
        name: 'units that dial at once and get in',
        value: loggedIn / units,
        unit: 'ratio',
        target: { atLeast: 1 },
        samples: units,
        detail: `${units}${scale}, in ${Math.round(seconds)} s; they dialled again after ${refused} refusals and ${cut} ended connections`,
      },
      {
        name: 'acknowledgement of an alarm meanwhile, the slowest',
        value: Math.max(...busy),
        unit: 'ms',
        target: { atMost: 1_000 },
        samples: busy.length,
        detail: `99 of 100 in ${percentile(busy, 0.99).toFixed(0)} ms, half in ${median(busy).toFixed(0)} ms; ${median(idle).toFixed(0)} ms while nobody dials`,
      },
    ];
  } finally {
    await portal.close();
  }
};

/** The items of units that may log in. */
export function* itemsOf(count: number) {
  for (const unit of loginUnits(count)) {
    const { UnitSerNum, UnitModel, dealerPath } = unit;
    yield itemOf(UnitEntity, unit);
    yield itemOf(UnitWithoutSecretEntity, { UnitSerNum, UnitModel, dealerPath, trustedByLabel: true });
  }
}

interface Dialled {
  seconds: number;
  loggedIn: number;
  refused: number;
  cut: number;
}

/** Resolves when all units are in. They stay connected until this process ends. */
async function dial(port: number, first: number, count: number): Promise<Dialled> {
  const script = fileURLToPath(new URL('./login-units.ts', import.meta.url));
  const child = fork(script, [port, first, count].map(String), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  const done = once(child, 'message');
  child.send('dial');
  return (await done)[0] as Dialled;
}

/** The number of files that a process may open; a socket is one of them. */
function mostFiles(): number {
  const { userLimits } = process.report.getReport() as unknown as {
    userLimits: { open_files: { hard: number | string } };
  };
  const { hard } = userLimits.open_files;
  return typeof hard === 'number' ? hard : Number.POSITIVE_INFINITY;
}
