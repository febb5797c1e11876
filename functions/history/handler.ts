import { AppError } from '#core/errors.ts';
import { bucketSizeOf, bucketsOf } from '#core/history/buckets.ts';
import type { ChangeLog } from '#core/history/change-log.ts';
import { history } from '#core/history/contract.ts';
import { shownHour } from '#core/history/counted.ts';
import type { Scope } from '#core/scope.ts';
import { HOUR } from '#core/time.ts';
import { dayCountStore } from '#data/history/day-counts.ts';
import { type HistoryAsked, readRange } from '#data/history/read-range.ts';
import { shownChanges } from '#data/history/shown-changes.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { historyBegin } from '#data/history/visible.ts';
import { findUnits } from '#data/units/find-units.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { shownHistory } from './combined.ts';

/** P2-M28. */
const NOT_FOUND =
  'Could not find unit with this Unit ID or Serial Number. Please double check your input and try again.';

export const handler = serve(history, {
  async unitDetails({ input: { unit }, scope }) {
    const found = await findUnits(scope, unit);
    if (found.units.length === 0) throw new AppError('NOT_FOUND', NOT_FOUND);
    return found;
  },

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
    const hours = await dayCountStore.hours(id, firstHour, to);
    return {
      size,
      buckets: bucketsOf(hours.map(shownHour(scope)), size, timeZone),
      ...(begin !== undefined && { visibleFrom: begin }),
    };
  },
});

const changesPage = (scope: Scope, log: ChangeLog, asked: HistoryAsked) =>
  readRange(scope, asked, async (range) => {
    const { items, cursor } = await unitLogStore.changes(log, range);
    return { items: await shownChanges(scope, items), cursor };
  });
