import type { Unlisted, Values } from './values.ts';

export const PING_REASONS = [
  'Scheduled',
  'Power On',
  'Event',
  'Forced',
  'SMS',
  'AC Lost',
  'AC Restored',
  'Low Battery',
  'Test',
  'Sync',
] as const;
export type PingReason = (typeof PING_REASONS)[number];

/** A serving or neighbouring cell. */
export interface Cell {
  mcc: number;
  mnc: number;
  tac: number;
  cellId: number;
  /** dBm. */
  rsrp?: number;
}

/** Something happened that a person may have to act upon. */
export interface EventReport {
  type: 'event';
  MessageTime: number;
  /** The unit's event definitions give its meaning; the protocol does not. */
  EventCode: number;
  /** RF zone, 1 to 255. */
  zone?: number;
  /** The end of the condition. */
  restored?: boolean;
  /** The unit waits for the second acknowledgement. */
  awaitsHandling?: boolean;
  test?: boolean;
  latitude?: number;
  longitude?: number;
  accuracyMeters?: number;
}

export const LIFECYCLE_KINDS = [
  'Power On',
  'Reboot',
  'Shutdown',
  'Reset',
  'UnitError',
  'UnitDisconnect',
  'Charge Start',
  'Charge Stop',
  'Power Off Alert',
] as const;
export type LifecycleKind = (typeof LIFECYCLE_KINDS)[number];

/** The unit starts, stops, restarts, disconnects or has a fault. */
export interface LifecycleReport {
  type: 'lifecycle';
  MessageTime: number;
  kind: LifecycleKind | Unlisted;
  reason?: string;
  /** It expects to be back, or gone, after this time. */
  afterSeconds?: number;
}

export const CALL_DIRECTIONS = ['outgoing', 'incoming'] as const;
export const CALL_OUTCOMES = ['answered', 'no answer', 'busy', 'failed', 'hung up'] as const;

/** A call has begun: the unit dials, or it rings. */
export interface CallStartedReport {
  type: 'callStarted';
  MessageTime: number;
  direction: (typeof CALL_DIRECTIONS)[number] | Unlisted;
  phoneNumber?: string;
}

/** One finished call. */
export interface CallReport {
  type: 'call';
  MessageTime: number;
  direction: (typeof CALL_DIRECTIONS)[number] | Unlisted;
  outcome: (typeof CALL_OUTCOMES)[number] | Unlisted;
  startedAt: number;
  durationSeconds: number;
  phoneNumber?: string;
  attempts?: number;
  /** The network's cause value, when it failed. */
  failCode?: number;
  bars?: number;
  signalDbm?: number;
  lte?: boolean;
}

export const TEST_KINDS = ['data', 'voice', 'help button', 'supervised'] as const;

/** The outcome of a test of the unit or of one of its accessories. */
export interface TestReport {
  type: 'test';
  MessageTime: number;
  kind: (typeof TEST_KINDS)[number] | Unlisted;
  passed: boolean;
  zone?: number;
  text?: string;
}

/** Lines of the unit's own log, sent while remote logging is on. */
export interface DebugLogReport {
  type: 'debugLog';
  MessageTime: number;
  lines: readonly string[];
}

export const MESSAGE_TYPES = [
  'FIRMVER',
  'PROFILE',
  'RF',
  'EVENTDATA',
  'SPEECH',
  'BT',
  'PLAYMULTITAG',
  'HOMEWIFIC',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
export const DOWNLOAD_STAGES = ['started', 'progress', 'done', 'failed'] as const;

/** The progress of an update of the unit's firmware or data: what it does with a waiting message. */
export interface DownloadReport {
  type: 'download';
  MessageTime: number;
  MessageType: MessageType | Unlisted;
  stage: (typeof DOWNLOAD_STAGES)[number] | Unlisted;
  MessageKey?: string;
  progressValue?: number;
  progressMax?: number;
  text?: string;
}

/** A setting that the unit did not take, and why. It keeps another value for it, or none. */
export interface RefusedSetting {
  name: string;
  text?: string;
}

/** One of `parts` parts of what the unit has set, sent when it has applied a configuration. */
export interface ConfigurationReport {
  type: 'configurationReport';
  MessageTime: number;
  revision: number;
  /** Of all settings of all parts (layers/core/unit-configuration/digest.ts). */
  digest: number;
  /** From 1. */
  part: number;
  parts: number;
  settings: Values;
  refused: readonly RefusedSetting[];
}

export const COUNTER_NAMES = [
  'tagFile',
  'recoveryCycle',
  'cellLossCount',
  'cellLossEvents',
  'failedOutboundCalls',
  'failedToDownload',
  'ppoe',
  'tcpFail',
] as const;

export interface Counter {
  name: (typeof COUNTER_NAMES)[number] | Unlisted;
  value: number;
}

/** Error counts since the last such report. */
export interface CountersReport {
  type: 'counters';
  MessageTime: number;
  counters: readonly Counter[];
}

export type CommonReport =
  | EventReport
  | LifecycleReport
  | CallReport
  | CallStartedReport
  | TestReport
  | DebugLogReport
  | DownloadReport
  | CountersReport
  | ConfigurationReport;
