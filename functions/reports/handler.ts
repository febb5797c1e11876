import { AppError } from '#core/errors.ts';
import { instantsOf } from '#core/logs/moments.ts';
import { reports } from '#core/reports/contract.ts';
import {
  cellLossCounts,
  cellLossEvents,
  failedOutboundCalls,
  ppoeErrors,
  recoveryCycles,
  tagFileErrors,
} from '#core/reports/definitions/anomalies.ts';
import { contingency, failedCalls, phoneChanges } from '#core/reports/definitions/calls-and-events.ts';
import {
  failedDataTests,
  failedHelpButtonTests,
  failedSupervised,
  failedVoiceTests,
} from '#core/reports/definitions/failed-tests.ts';
import { consistent3GPings, failedPings, irregularCellService } from '#core/reports/definitions/pings.ts';
import {
  badPowerModules,
  caregiverReport,
  failedToDownload,
  lowRfBattery,
  type PowerStatus,
  pendingVoice,
} from '#core/reports/definitions/units.ts';
import { type Report, WHOLE } from '#core/reports/report.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import { readRange } from '#data/history/read-range.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { mailAndHide, removeFromReport } from '#data/reports/take-off.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { advancedSummary, daysOf, stepsSummary } from './activity.ts';
import { requireContacts } from './contacts.ts';
import { type RowsRequest, rowsOf } from './rows.ts';
import { sessionDetail } from './session-detail.ts';

interface Call {
  input: RowsRequest;
  scope: Scope;
}

const whole =
  (report: Report) =>
  ({ input, scope }: Call) =>
    rowsOf(scope, report, input);

/** Both bounds are included; without one, the report has no begin or no end. */
const inDays =
  (report: Report) =>
  ({ input, scope }: Call & { input: { startDate?: string | undefined; endDate?: string | undefined } }) => {
    const { startDate, endDate, dateOffset = 0 } = input;
    const range = instantsOf({ startDate: startDate ?? FIRST, endDate: endDate ?? LAST, dateOffset });
    return rowsOf(scope, report, input, { from: range.startDate, to: range.endDate });
  };
const FIRST = '2017-01-01T00:00:00.000Z';
const LAST = '9999-12-31T23:59:59.999Z';

const byPower = (PowerStatus: PowerStatus) => ({ part: PowerStatus === 'On & Off' ? WHOLE : PowerStatus });

const inInterval = (days: number, count: number) => ({ from: instant(Date.now() - days * DAY), part: String(count) });

const inHours =
  (report: Report) =>
  ({ input, scope }: Call & { input: { interval: number } }) =>
    rowsOf(scope, report, input, { from: instant(Date.now() - input.interval * HOUR) });

/** `itemsShown` is another name of the page size. */
const sized = <Input extends RowsRequest & { itemsShown?: number | undefined }>({ itemsShown, ...input }: Input) => ({
  ...input,
  pageSize: itemsShown ?? input.pageSize,
});

const PEAK = { days: 1, pings: 100 };

export const handler = serve(reports, {
  failedCalls: inDays(failedCalls),
  failedDataTests: whole(failedDataTests),
  failedVoiceTests: whole(failedVoiceTests),
  failedHelpButtonTests: whole(failedHelpButtonTests),
  failedPings: whole(failedPings),
  failedSupervised: whole(failedSupervised),
  lowRfBattery: whole(lowRfBattery),
  irregularCellService: ({ input, scope }) =>
    rowsOf(scope, irregularCellService, sized(input), inInterval(input.interval, 1)),
  unitErrors: ({ input, scope }) =>
    rowsOf(
      scope,
      input.FailureType === 'BadPowerModules' ? badPowerModules : failedToDownload,
      input,
      byPower(input.PowerStatus),
    ),
  consistent3GPings: ({ input, scope }) =>
    rowsOf(scope, consistent3GPings, sized(input), inInterval(input.interval, input.pingCount)),
  contingency: inDays(contingency),
  caregivers: whole(caregiverReport),
  phoneChanges: whole(phoneChanges),
  pendingVoice: ({ input, scope }) => rowsOf(scope, pendingVoice, input, byPower(input.PowerStatus)),
  tagFileErrors: inHours(tagFileErrors),
  recoveryCycles: inHours(recoveryCycles),
  cellLossCounts: inHours(cellLossCounts),
  cellLossEvents: inHours(cellLossEvents),
  failedOutboundCalls: inHours(failedOutboundCalls),
  failedToDownload: whole(failedToDownload),
  ppoeErrors: inHours(ppoeErrors),

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
  deviceActivity: async ({ input, scope }) => ({ days: (await daysOf(scope, input, Date.now())).days }),
});
