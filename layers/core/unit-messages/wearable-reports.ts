import type { Cell, CommonReport, PingReason } from './common-reports.ts';
import type { AccessPoint, Unlisted } from './values.ts';

/** The regular ping of a wearable: its 'Recent ping data'. */
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
  /** The configuration that the unit has. Absent for units that take none. */
  configurationRevision?: number;
  configurationDigest?: number;
}

export const LOCATION_TYPES = ['GPS', 'OldGPS', 'Wi-Fi', 'Home GPS', 'Home Wi-Fi'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];
export const REPORT_TYPES = ['Update', 'Real Time', 'Event', 'Breadcrumb'] as const;

/** The location of a wearable: coordinates if it has them, else the access points and cells that it receives. */
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

/** The state of a wearable: the answer to `VoiceCmd Query`. */
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

export const HUB_STATES = ['Connected', 'Disconnected'] as const;

/** The hub at home, over which a wearable can speak to the portal. */
export interface HubReport {
  type: 'hub';
  MessageTime: number;
  myHubStatus: (typeof HUB_STATES)[number] | Unlisted;
  myHubMACAddress: string;
  myHubDevType: string;
  myHubFirmVer: string;
}

export type WearableReport =
  | CommonReport
  | WearablePing
  | LocationReport
  | OperationReport
  | InfoReport
  | ActivityReport
  | HubReport;
