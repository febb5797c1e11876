import { bucketSizeOf, bucketsOf } from '#core/history/buckets.ts';
import type { ChangeLog } from '#core/history/change-log.ts';
import { history } from '#core/history/contract.ts';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { HOUR } from '#core/time.ts';
import { dayCountStore } from '#data/history/day-counts.ts';
import type { LogRange } from '#data/history/read-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { historyBegin } from '#data/history/visible.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { shownChanges } from './changes.ts';
import { shownHistory } from './combined.ts';
import { findUnits } from './find-units.ts';

export const handler = serve(history, {
  unitDetails: ({ input: { unit }, scope }) => findUnits(scope, unit),

  pingLog: ({ input, scope }) => readRange(scope, input, (range) => unitLogStore.pings(range, Date.now())),

  eventLog: ({ input: { supervisory, disabled, ...input }, scope }) =>
    readRange(scope, input, (range) =>
      unitLogStore.events(range, Date.now(), { supervisory: supervisory === 'true', disabled: disabled === 'true' }),
    ),

  callMetrics: ({ input, scope }) => readRange(scope, input, (range) => unitLogStore.calls(range, Date.now())),

  chlogUnit: ({ input, scope }) => changesPage(scope, 'unit', input),
  chlogRFMap: ({ input, scope }) => changesPage(scope, 'rfMap', input),
  chlogProfileUnitData: ({ input, scope }) => changesPage(scope, 'profileUnitData', input),

  getCombined: ({ input, scope }) =>
    readRange(scope, input, async (range) => {
      const { items, cursor } = await unitLogStore.combined(range, Date.now());
      return { items: await shownHistory(scope, items), cursor };
    }),

  async timeline({ input: { id, startDate, endDate, timeZone }, scope }) {
    const begin = await historyBegin(scope, await unitStore.get(scope, id));
    const [from, to] = [Date.parse(startDate), Date.parse(endDate)];
    // The hour of a move has entries of both dealers.
    const firstHour = begin === undefined ? from : Math.max(from, Math.ceil(Date.parse(begin) / HOUR) * HOUR);
    const size = bucketSizeOf(to - from);
    return {
      size,
      buckets: bucketsOf(await dayCountStore.hours(id, firstHour, to), size, timeZone),
      ...(begin !== undefined && { visibleFrom: begin }),
    };
  },
});

interface Asked extends Omit<LogRange, 'UnitSerNum'> {
  id: string;
}

/** Reads a range of a unit's history, from the begin that the caller may see. */
async function readRange<Item>(
  scope: Scope,
  { id, startDate, ...asked }: Asked,
  read: (range: LogRange) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const begin = await historyBegin(scope, await unitStore.get(scope, id));
  const start = begin !== undefined && Date.parse(begin) > Date.parse(startDate) ? begin : startDate;
  if (Date.parse(start) > Date.parse(asked.endDate)) return { items: [], cursor: null };
  return read({ UnitSerNum: id, startDate: start, ...asked });
}

const changesPage = (scope: Scope, log: ChangeLog, asked: Asked) =>
  readRange(scope, asked, async (range) => {
    const { items, cursor } = await unitLogStore.changes(log, range);
    return { items: await shownChanges(scope, items), cursor };
  });
