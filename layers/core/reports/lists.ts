import { PENDING_VOICE, reports } from '#core/reports/contract.ts';
import {
  ANOMALY_INTERVALS,
  ANOMALY_PAGE_SIZES,
  cellLossCounts,
  cellLossEvents,
  DEFAULT_ANOMALY_INTERVAL,
  failedOutboundCalls,
  ppoeErrors,
  recoveryCycles,
  tagFileErrors,
} from './definitions/anomalies.ts';
import { contingency, failedCalls, phoneChanges } from './definitions/calls-and-events.ts';
import {
  failedDataTests,
  failedHelpButtonTests,
  failedSupervised,
  failedVoiceTests,
} from './definitions/failed-tests.ts';
import {
  consistent3GPings,
  DEFAULT_INTERVAL,
  DEFAULT_PING_COUNT,
  failedPings,
  INTERVALS,
  irregularCellService,
  PING_COUNTS,
} from './definitions/pings.ts';
import {
  badPowerModules,
  caregiverReport,
  DEFAULT_POWER_STATUS,
  failedToDownload,
  lowRfBattery,
  POWER_STATUSES,
  pendingVoice,
} from './definitions/units.ts';
import type { Report } from './report.ts';
import type { Choice, ReportList } from './report-list.ts';

const power: Choice = {
  name: 'PowerStatus',
  label: 'Power status',
  values: POWER_STATUSES,
  preset: DEFAULT_POWER_STATUS,
};
const days: Choice = { name: 'interval', label: 'Days', values: INTERVALS, preset: DEFAULT_INTERVAL };
/** P3-K19. */
export const hours: Choice = {
  name: 'interval',
  label: 'Interval',
  values: ANOMALY_INTERVALS,
  words: (interval) => `Last ${interval} hours`,
  preset: DEFAULT_ANOMALY_INTERVAL,
};
const inHours = (report: Report, endpoint: ReportList['endpoint']) => ({ report, endpoint, choices: [hours] });

/** Every list of a report, under the name of its table. */
export const REPORT_LISTS = {
  failedCalls: { report: failedCalls, endpoint: reports.failedCalls, usualDays: 7 },
  failedSupervised: { report: failedSupervised, endpoint: reports.failedSupervised },
  failedPHBTest: { report: failedHelpButtonTests, endpoint: reports.failedHelpButtonTests },
  failedDataTest: { report: failedDataTests, endpoint: reports.failedDataTests },
  failedVoiceTest: { report: failedVoiceTests, endpoint: reports.failedVoiceTests },
  failedPing: { report: failedPings, endpoint: reports.failedPings },
  lowRFBattery: { report: lowRfBattery, endpoint: reports.lowRfBattery },
  irregularCellService: {
    report: irregularCellService,
    endpoint: reports.irregularCellService,
    size: 'itemsShown',
    choices: [days],
  },
  failedToDownload: {
    report: failedToDownload,
    endpoint: reports.unitErrors,
    fixed: { FailureType: 'ErrorCountMax' },
    choices: [power],
  },
  badPowerModule: {
    report: badPowerModules,
    endpoint: reports.unitErrors,
    fixed: { FailureType: 'BadPowerModules' },
    choices: [power],
  },
  consistent3GPings: {
    report: consistent3GPings,
    endpoint: reports.consistent3GPings,
    size: 'itemsShown',
    choices: [days, { name: 'pingCount', label: 'Pings', values: PING_COUNTS, preset: DEFAULT_PING_COUNT }],
  },
  phoneChange: { report: phoneChanges, endpoint: reports.phoneChanges, unit: 'unit' },
  contingency: {
    ...{ report: contingency, endpoint: reports.contingency },
    ...{ usualDays: 5, unit: 'unit', size: 'itemsByPage' },
  },
  pendingVoice: {
    report: pendingVoice,
    endpoint: reports.pendingVoice,
    fixed: { FailureType: PENDING_VOICE },
    choices: [power],
  },
  caregiverReport: { report: caregiverReport, endpoint: reports.caregivers },
  tagFileErrors: inHours(tagFileErrors, reports.tagFileErrors),
  recoveryCycle: inHours(recoveryCycles, reports.recoveryCycles),
  cellLossCount: inHours(cellLossCounts, reports.cellLossCounts),
  cellLossEvents: inHours(cellLossEvents, reports.cellLossEvents),
  failedOutboundCalls: inHours(failedOutboundCalls, reports.failedOutboundCalls),
  // Its page under maintenance has other sizes, so each keeps its own.
  anomalousDownloads: {
    report: {
      ...failedToDownload,
      ...ANOMALY_PAGE_SIZES,
      name: 'anomalousDownloads',
      path: '/devTools/anomalousReports?tab=5',
    },
    endpoint: reports.failedToDownload,
  },
  ppoe: inHours(ppoeErrors, reports.ppoeErrors),
} as const satisfies Readonly<Record<string, ReportList>>;

export type ReportListName = keyof typeof REPORT_LISTS;
export const REPORT_LIST_NAMES = Object.keys(REPORT_LISTS) as [ReportListName, ...ReportListName[]];

/** The list of a name. */
export const reportListOf = (name: ReportListName): ReportList => REPORT_LISTS[name];
