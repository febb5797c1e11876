import {
  cellLossCounts,
  cellLossEvents,
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
import { consistent3GPings, failedPings, irregularCellService } from './definitions/pings.ts';
import { badPowerModules, caregiverReport, failedToDownload, lowRfBattery, pendingVoice } from './definitions/units.ts';
import type { Report } from './report.ts';

/** Every report. A new one is a definition in this list, an endpoint in the contract, a list of it and a page. */
export const REPORTS: readonly Report[] = [
  failedCalls,
  failedSupervised,
  failedHelpButtonTests,
  failedDataTests,
  failedVoiceTests,
  failedPings,
  lowRfBattery,
  irregularCellService,
  failedToDownload,
  badPowerModules,
  consistent3GPings,
  phoneChanges,
  contingency,
  pendingVoice,
  caregiverReport,
  tagFileErrors,
  recoveryCycles,
  cellLossCounts,
  cellLossEvents,
  failedOutboundCalls,
  ppoeErrors,
];

export const reportNamed = (name: string): Report | undefined => REPORTS.find((report) => report.name === name);
