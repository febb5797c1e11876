import { client, tableName } from '#data/kit/table.ts';
import { createTable } from '#local/create-table.ts';
import { seed } from '#scripts/seed/seed.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { ACKNOWLEDGEMENT_BYTES } from './acknowledged-in.ts';
import { startLivePortal } from './live-portal.ts';
import { loginUnits } from './login-fleet.ts';
import { itemsOf } from './login-load.ts';
import type { Measure } from './measure.ts';
import { median, ratioOf } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';
import { startUnitServer } from './unit-servers.ts';

const ROUNDS = 5;
/** Others in each round: a unit may send 300 pings at once. */
const UNITS = 64;
const REPORTS = 250;
const UNANSWERED = 20;

/**
 * The reports that the deployed bridge has acknowledged after its queue stored them, in a second of its processor time, compared with a bridge that stores them in memory.
 */
export const measure: Measure = async () => {
  await createTable(client, tableName(), { stream: false });
  await seed({ count: 0, now: Date.now() }, () => {});
  await writeAll(itemsOf(2 * ROUNDS * UNITS), () => {});
  const known = [...loginUnits(2 * ROUNDS * UNITS)].filter(({ UnitModel }) => UnitModel === 'MXD-LTE');
  const [portal, inMemory] = await Promise.all([startLivePortal(), startUnitServer('bridge')]);
  const times = { durable: [] as number[], inMemory: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const units = known.slice(round * UNITS, (round + 1) * UNITS);
      const sides = [
        ['durable', portal.bridge, portal.unitPort],
        ['inMemory', inMemory, inMemory.port],
      ] as const;
      for (const [side, bridge, port] of round % 2 === 0 ? sides : sides.toReversed()) {
        const lines = await Promise.all(units.map((unit) => UnitLine.logIn(port, unit)));
        const pieces = lines.map((line) => Array.from({ length: REPORTS }, () => line.pings(1, Date.now())));
        const before = await bridge.processorTime();
        const sending = { answerBytes: ACKNOWLEDGEMENT_BYTES, unanswered: UNANSWERED };
        await Promise.all(lines.map((line, number) => line.send({ pieces: pieces[number]!, ...sending })));
        times[side].push((await bridge.processorTime()) - before);
        for (const line of lines) line.close();
      }
    }
  } finally {
    await Promise.all([portal.close(), inMemory.close()]);
  }
  const perSecond = (all: readonly number[]) =>
    Math.round((1e6 * UNITS * REPORTS) / median(all)).toLocaleString('en-US');
  return [
    {
      name: 'reports acknowledged when the queue has them to reports kept in memory',
      value: ratioOf(times.inMemory, times.durable),
      unit: 'ratio',
      samples: ROUNDS,
      detail: `${perSecond(times.durable)} and ${perSecond(times.inMemory)} a second of processor time`,
    },
  ];
};
