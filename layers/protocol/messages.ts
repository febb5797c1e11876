/**
 * What units and bridge tell each other, as plain types. Times are milliseconds since 1970-01-01T00:00:00Z.
 * A name of the form `#17` is a number that this version has no name for (see fields.ts, Unlisted).
 */
import type { AccessPoint, Unlisted, Values } from './fields.ts';

export type { AccessPoint, Unlisted, Values } from './fields.ts';

export const UNIT_MODELS = ['MXD-LTE', 'myConnect', 'myConnect Air'] as const;
export type UnitModel = (typeof UNIT_MODELS)[number];

// Session: unit to bridge

/** The first frame of every connection. */
export interface Login {
  type: 'login';
  /** 15 digits, or 16 where the unit adds its software version. */
  imei: string;
  UnitSerNum: string;
  UnitModel: UnitModel | Unlisted;
  FirmVer: string;
  protocolVersion: number;
  /** Counts the unit's starts; sequence numbers begin again with each. */
  bootId: number;
  /** The sequence number last used before this frame, 0 after a start. */
  lastSequence: number;
  ICCID?: string;
  /** 0 or 1. */
  activeSimSlot?: number;
  /** 0 AT&T, 1 Verizon, 2 Telus. */
  carrier?: number;
  /** A time and its HMAC-SHA256 with the unit's own secret (proof.ts), for units that have one. */
  proof?: Uint8Array;
}

/** "I am still here", when there was nothing else to say for the time that the bridge set. */
export interface Heartbeat {
  type: 'heartbeat';
}

/** The unit has taken over a command frame; its result follows. Repeats the command frame's sequence number. */
export interface CommandReceived {
  type: 'commandReceived';
}

export const COMMAND_OUTCOMES = ['done', 'failed', 'refused', 'unknownCommand', 'badArgument', 'expired'] as const;
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number];

/** What came of a command. A unit asked again for a command that it knows repeats the result and does nothing else. */
export interface CommandResult {
  type: 'commandResult';
  MessageTime: number;
  commandId: string;
  outcome: CommandOutcome | Unlisted;
  text?: string;
  answer: Values;
}

// Session: bridge to unit

/** The unit is known and served; also the acknowledgement of its login. */
export interface LoginAccepted {
  type: 'loginAccepted';
  utc: number;
  heartbeatSeconds: number;
}

/** The unit is not served; the bridge closes. */
export interface LoginRefused {
  type: 'loginRefused';
  code: number;
  text: string;
  utc: number;
  retryAfterSeconds?: number;
}

/** Go elsewhere: as the answer to a login, or at any time later. Without a host: the same address again. */
export interface Redirect {
  type: 'redirect';
  host?: string;
  port?: number;
  /** Wait so long before dialling. */
  retryAfterSeconds: number;
}

/** First level: the report with this sequence number is stored durably; the unit may forget it. */
export interface Received {
  type: 'received';
  /** The server's time, where the report's could not be right and the server's stands in its place. The unit sets its clock. */
  utc?: number;
}

/** Second level: a person (an operator, the monitoring centre) has acted upon the report. */
export interface Handled {
  type: 'handled';
  handledAt: number;
  handledBy?: string;
}

/** The frame with this sequence number was not taken. Codes: errors.ts. */
export interface ProtocolError {
  type: 'error';
  code: number;
  text: string;
  /** The server's clock; always there when the unit's was wrong. */
  utc?: number;
}

/** Answer to a heartbeat; may set a new interval. */
export interface HeartbeatAnswer {
  type: 'heartbeatAnswer';
  heartbeatSeconds?: number;
}

/** Do something. At most one is open per unit. */
export interface Command {
  type: 'command';
  commandId: string;
  command: string;
  /** After this the unit does not begin it, and answers 'expired'. */
  expiresAt: number;
  arguments: Values;
}

/** What the console may ask of an MXD-LTE. The frame carries any name; a unit answers 'unknownCommand' to one it lacks. */
export const VOICE_COMMANDS = [
  'Query',
  'Run',
  'RemoteLog',
  'HangUp',
  'Reboot',
  'MakeCall',
  'GoToMode',
  'VoiceCmd',
  'MakeEvent',
  'SpeakerVol',
  'MicVol',
  'StayAlive',
  'PlayMultiMessage',
] as const;

/** What the console may ask of a wearable. */
export const WEARABLE_COMMANDS = [
  'forcePing',
  'SyncChanges',
  'RTO',
  'CHIME',
  'StayAlive',
  'VoiceCmd Query',
  'reboot',
] as const;

// Reports of every model

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

/** A cell that serves or is heard. */
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
  /** What it means stands in the unit's event definitions, not in the protocol. */
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

/** The unit starts, stops, restarts, leaves or has a fault. */
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

export const DOWNLOAD_TYPES = ['FIRMVER', 'PROFILE', 'RF', 'EVENTDATA', 'SPEECH'] as const;
export const DOWNLOAD_STAGES = ['started', 'progress', 'done', 'failed'] as const;

/** How an update of the unit's firmware or data goes. */
export interface DownloadReport {
  type: 'download';
  MessageTime: number;
  MessageType: (typeof DOWNLOAD_TYPES)[number] | Unlisted;
  stage: (typeof DOWNLOAD_STAGES)[number] | Unlisted;
  MessageKey?: string;
  progressValue?: number;
  progressMax?: number;
  text?: string;
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

// Reports of the MXD-LTE

export const SWITCH_POSITIONS = ['Off', 'On'] as const;

/** The regular sign of life of an MXD-LTE: 'Recent ping data', where MessageTime is its timeStamp. */
export interface VoicePing {
  type: 'ping';
  MessageTime: number;
  pingReason: PingReason | Unlisted;
  lowpower: boolean;
  acPower: boolean;
  switchPosition: (typeof SWITCH_POSITIONS)[number] | Unlisted;
  /** 0 to 5. */
  bars: number;
  lte: boolean;
  chargedPercent: number;
  signalDbm?: number;
  batteryMillivolts?: number;
  activeSimSlot?: number;
  carrier?: number;
  FirmVer?: string;
  cell?: Cell;
}

/** Where the console finds the unit. The last four are the carrier modes. */
export const CONSOLE_MODES = [
  'Ready',
  'Pairing',
  'Delete',
  'Status',
  'RangeTest',
  'AT&T',
  'Verizon',
  'Telus',
  'Auto',
] as const;
export type ConsoleMode = (typeof CONSOLE_MODES)[number];

export const CALL_STATES = ['idle', 'dialing', 'ringing', 'in call'] as const;

/** The state that the voice console shows. Sent on every change while a console is there, and as the answer to Query. */
export interface VoiceStatus {
  type: 'status';
  MessageTime: number;
  mode: ConsoleMode | Unlisted;
  /** With Pairing: the zone that is paired. */
  zone?: number | 'UNKNOWN';
  voiceMode: boolean;
  recordMode: boolean;
  callState: (typeof CALL_STATES)[number] | Unlisted;
  /** 1 to 9. */
  speakerVol: number;
  micVol: number;
  /** While syncing: how far, of how much. */
  progressValue?: number;
  progressMax?: number;
  /** False: settings were changed that the unit does not have yet. */
  synced?: boolean;
  /** To be shown as it stands. */
  text?: string;
  bars?: number;
  chargedPercent?: number;
  acPower?: boolean;
}

export const RF_STATES = ['heard', 'added', 'deleted', 'missing', 'tested'] as const;

/** News of an RF accessory. */
export interface RfReport {
  type: 'rf';
  MessageTime: number;
  zone: number;
  RFCode: string;
  state: (typeof RF_STATES)[number] | Unlisted;
  SerialNumber?: string;
  batteryLow?: boolean;
  /** dBm. */
  signalDbm?: number;
}

// Reports of wearables (myConnect, myConnect Air)

/** The regular sign of life of a wearable: its 'Recent ping data'. */
export interface WearablePing {
  type: 'ping';
  MessageTime: number;
  pingReason: PingReason | Unlisted;
  lowPower: boolean;
  acPower: 0 | 1;
  /** 'Step today'. */
  stepsToday: number;
  chargedPercent: number;
  bars: number;
  lte: boolean;
  signalDbm?: number;
  batteryMillivolts?: number;
  FirmVer?: string;
  cell?: Cell;
}

export const LOCATION_TYPES = ['GPS', 'OldGPS', 'Wi-Fi', 'Home GPS', 'Home Wi-Fi'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];
export const REPORT_TYPES = ['Update', 'Real Time', 'Event', 'Breadcrumb'] as const;

/** Where the wearable is: coordinates when it has them, else the access points and cells that it hears. */
export interface LocationReport {
  type: 'location';
  MessageTime: number;
  reportType: (typeof REPORT_TYPES)[number] | Unlisted;
  locationType: LocationType | Unlisted;
  /** Degrees, to 0.000001. */
  latitude?: number;
  longitude?: number;
  accuracyMeters?: number;
  /** When the satellites fixed it. */
  gpsTimeStamp?: number;
  /** The command that it answers. */
  commandId?: string;
  accessPoints: readonly AccessPoint[];
  cells: readonly Cell[];
}

export const OPERATIONS = ['CHIME', 'HOMEWIFIC', 'HOMEWIFIQ', 'SHIPMODE', 'VBR', 'CBK', 'HOMEWIFIRQ'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The wearable did, or was asked for, an operation. */
export interface OperationReport {
  type: 'operation';
  MessageTime: number;
  operation: Operation | Unlisted;
  commandId?: string;
  seconds?: number;
  text?: string;
  accessPoints: readonly AccessPoint[];
}

/** What the wearable says about itself: the answer to `VoiceCmd Query`. */
export interface InfoReport {
  type: 'info';
  MessageTime: number;
  FirmVer: string;
  chargedPercent: number;
  acPower: 0 | 1;
  bars: number;
  synced?: boolean;
  stepsToday?: number;
  speakerVol?: number;
  micVol?: number;
  text?: string;
}

/** Movement in one stretch of time. */
export interface ActivityReport {
  type: 'activity';
  MessageTime: number;
  periodStart: number;
  periodMinutes: number;
  steps: number;
  activeMinutes: number;
}

// Together

/** What a unit of any model says within its session. */
export type SessionMessage = Login | Heartbeat | CommandReceived | CommandResult;
/** What the bridge says. */
export type DownMessage =
  | LoginAccepted
  | LoginRefused
  | Redirect
  | Received
  | Handled
  | ProtocolError
  | HeartbeatAnswer
  | Command;
type CommonReport =
  | EventReport
  | LifecycleReport
  | CallReport
  | TestReport
  | DebugLogReport
  | DownloadReport
  | CountersReport;
export type MxdLteReport = CommonReport | VoicePing | VoiceStatus | RfReport;
export type WearableReport =
  | CommonReport
  | WearablePing
  | LocationReport
  | OperationReport
  | InfoReport
  | ActivityReport;
/** The content of a frame that is stored and acknowledged. */
export type UnitReport = MxdLteReport | WearableReport;
export type UpMessage = SessionMessage | UnitReport;
export type Message = UpMessage | DownMessage;
