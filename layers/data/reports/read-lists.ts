import type { z } from 'zod';
import { instantsOf } from '#core/logs/moments.ts';
import type { Page } from '#core/paging.ts';
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
import type { ReportList } from '#core/reports/report-list.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import type { Rights } from '#core/scope.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import { type RowsRequest, rowsOf } from './shown-rows.ts';

type Reports = typeof reports;
/** The endpoints that list rows. */
type ListEndpoint = {
  [Name in keyof Reports]: z.output<Reports[Name]['output']> extends Page<ReportRow> ? Name : never;
}[keyof Reports];
type Readers = {
  [Name in ListEndpoint]: (call: {
    input: z.output<Reports[Name]['input']>;
    scope: Rights;
  }) => Promise<Page<ReportRow>>;
};

interface Call {
  input: RowsRequest;
  scope: Rights;
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

/** Reads a page of the list of each endpoint. */
export const readLists: Readers = {
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
};

/** One page of a list, as its endpoint returns it to a person with these rights. `input` is that of the endpoint. */
export function readList(
  scope: Rights,
  { endpoint }: Pick<ReportList, 'endpoint'>,
  input: object,
): Promise<Page<ReportRow>> {
  const [name] = Object.entries(reports).find(([, one]) => one === endpoint)!;
  const read = readLists[name as ListEndpoint] as (call: { input: unknown; scope: Rights }) => Promise<Page<ReportRow>>;
  return read({ input: endpoint.input.parse(input), scope });
}
