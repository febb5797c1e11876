import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectionsWithin, mostOpenFiles } from '#bridge/limits/open-files.ts';
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
/** Each process of units has so many at most. */
const UNITS_OF_A_PROCESS = 10_000;
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
  const count = FIRST_UNITS + UNITS;
  // The unit that sends the alarms has a place, too.
  const leaving = UNITS - (connectionsWithin(UNITS, mostOpenFiles()) - 1);
  await createTable(client, tableName(), { stream: false });
  await seed({ count: 0, now: Date.now() }, () => {});
  await writeAll(itemsOf(count + SPARE), () => {});
  const portal = await startLivePortal();
  const { bridge } = portal;
  try {
    const alarming = [...loginUnits(count + SPARE)].slice(count).find(({ UnitModel }) => UnitModel === 'MXD-LTE')!;
    const unit = await UnitLine.logIn(portal.unitPort, alarming);
    await dial(portal.unitPort, { first: 0, count: FIRST_UNITS, leaving: FIRST_UNITS });
    const idle = await acknowledgedIn(unit, sleep(5_000), ALARM_EVERY_MS);

    const before = { processorTime: await bridge.processorTime(), memory: await bridge.memory() };
    const dialling = dial(portal.unitPort, { first: FIRST_UNITS, count: UNITS, leaving });
    const busy = await acknowledgedIn(unit, dialling, ALARM_EVERY_MS);
    const { seconds, loggedIn, refused, cut } = await dialling;
    const after = { processorTime: await bridge.processorTime(), memory: await bridge.memory() };
    unit.close();

    const scale =
      leaving > 0
        ? `; ${leaving} of them hang up as soon as they are in, because a bridge with ${mostOpenFiles()} files has no place for more`
        : '';
    const perUnit = (to: number) => (to - before.memory.rss) / (UNITS - leaving) / 1024;
    return [
      {
        name: 'processor time of the bridge for a login',
        value: (after.processorTime - before.processorTime) / UNITS / 1000,
        unit: 'ms',
        target: { atMost: 2 },
        samples: UNITS,
      },
      {
        name: 'memory of the bridge for a unit while all log in, with its socket',
        value: perUnit(after.memory.peak),
        unit: 'KB',
        target: { atMost: 10 },
        samples: UNITS,
        detail: `${perUnit(after.memory.rss).toFixed(1)} afterwards`,
      },
      {
        name: 'units that dial at once and get in',
        value: loggedIn / UNITS,
        unit: 'ratio',
        target: { atLeast: 1 },
        samples: UNITS,
        detail: `${UNITS} in ${Math.round(seconds)} s; they dialled again after ${refused} refusals and ${cut} ended connections${scale}`,
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

interface Dialling {
  first: number;
  count: number;
  /** So many hang up as soon as they are in. */
  leaving: number;
}

/** Resolves when all units are in. All but the leaving ones stay connected until this process ends. */
async function dial(port: number, { first, count, leaving }: Dialling): Promise<Dialled> {
  const script = fileURLToPath(new URL('./login-units.ts', import.meta.url));
  const children: ChildProcess[] = [];
  for (let from = 0; from < count; from += UNITS_OF_A_PROCESS) {
    const units = Math.min(UNITS_OF_A_PROCESS, count - from);
    const args = [port, first + from, units, Math.min(units, Math.max(0, leaving - from))];
    children.push(fork(script, args.map(String), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
  }
  const next = (child: ChildProcess) => once(child, 'message');
  await Promise.all(children.map(next));
  const outcomes = children.map(next);
  for (const child of children) child.send('dial');
  const dialled = (await Promise.all(outcomes)).map(([outcome]) => outcome as Dialled);
  const sum = (name: keyof Dialled) => dialled.reduce((total, outcome) => total + outcome[name], 0);
  return {
    ...{ loggedIn: sum('loggedIn'), refused: sum('refused'), cut: sum('cut') },
    seconds: Math.max(...dialled.map(({ seconds }) => seconds)),
  };
}
