import { AppError } from '#core/errors.ts';
import { reports } from '#core/reports/contract.ts';
import { badPowerModules } from '#core/reports/definitions/units.ts';
import { DAY, instant } from '#core/time.ts';
import { readRange } from '#data/history/read-range.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { readLists } from '#data/reports/read-lists.ts';
import { mailAndHide, removeFromReport } from '#data/reports/take-off.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { activityOf, advancedSummary, stepsSummary } from './activity.ts';
import { requireContacts } from './contacts.ts';
import { sessionDetail } from './session-detail.ts';

const PEAK = { days: 1, pings: 100 };

export const handler = serve(reports, {
  ...readLists,

  async peakPings({ input: { UnitSerNum, DateAdded }, scope }) {
    const added = Date.parse(DateAdded);
    const range = { startDate: instant(added - PEAK.days * DAY), endDate: instant(added + PEAK.days * DAY) };
    const { items } = await readRange(scope, { id: UnitSerNum, ...range, pageSize: PEAK.pings }, (visible) =>
      unitLogStore.pings(visible, Date.now()),
    );
    return { pings: items };
  },

  async removeFromReport({ input: { UnitSerNum }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    await removeFromReport(scope, unit, badPowerModules, { tcpFail: 0, downloadFail: 1 }, Date.now());
    return { UnitSerNum };
  },

  async mailBadPowerModules({ input: { dealerKey, exceptions }, scope }) {
    const units = await unitStore.getMany(scope, [...new Set(exceptions)]);
    if (units.length === 0 || units.some(({ DealerKey }) => DealerKey !== dealerKey))
      throw new AppError('NOT_FOUND', 'The dealer does not have these units');
    await requireContacts(dealerKey);
    const mailed: string[] = [];
    let refusal: AppError | undefined;
    // A unit that somebody else mailed or removed meanwhile does not keep the others from being mailed.
    for (const unit of units)
      try {
        await mailAndHide(scope, unit, badPowerModules, Date.now());
        mailed.push(unit.UnitSerNum);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
        refusal = error;
      }
    if (mailed.length === 0 && refusal) throw refusal;
    return { mailed };
  },

  sessionDetail: async ({ input, scope }) => sessionDetail(await unitStore.get(scope, input.UnitSerNum)),

  stepsSummary: async ({ input, scope }) => stepsSummary(scope, input, Date.now()),
  stepsSummaryAdvanced: async ({ input, scope }) => advancedSummary(scope, input, Date.now()),
  deviceActivity: async ({ input, scope }) => activityOf(scope, input, Date.now()),
});
