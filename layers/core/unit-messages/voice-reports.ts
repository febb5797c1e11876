import type { Cell, CommonReport, PingReason } from './common-reports.ts';
import type { Unlisted } from './values.ts';

export const SWITCH_POSITIONS = ['Off', 'On'] as const;

/** The regular ping of an MXD-LTE: 'Recent ping data', where MessageTime is its timeStamp. */
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
  /** The configuration that the unit has. Absent for units that take none. */
  configurationRevision?: number;
  configurationDigest?: number;
}

export const VOICE_MODES = ['Ready', 'Pairing', 'Delete', 'Status', 'RangeTest'] as const;
/** Modes that choose the carrier (DECISIONS, "Units, SIMs, consoles"). */
export const CARRIER_MODES = ['AT&T', 'Verizon', 'Telus', 'Auto'] as const;
export const CONSOLE_MODES = [...VOICE_MODES, ...CARRIER_MODES] as const;
export type ConsoleMode = (typeof CONSOLE_MODES)[number];
/** The mode that adds a device to a zone. */
export const PAIRING = 'Pairing' satisfies ConsoleMode;
/** Modes that work on one zone, if it is given. */
export const ZONE_MODES = [PAIRING, 'Delete'] as const satisfies readonly ConsoleMode[];
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
  /** While syncing: the progress and its maximum. */
  progressValue?: number;
  progressMax?: number;
  /** False: settings were changed that the unit does not have yet. */
  synced?: boolean;
  /** Shown unchanged. */
  text?: string;
  bars?: number;
  chargedPercent?: number;
  acPower?: boolean;
}

export const RF_STATES = ['heard', 'added', 'deleted', 'missing', 'tested'] as const;

/** A change of an RF accessory. */
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
export type MxdLteReport = CommonReport | VoicePing | VoiceStatus | RfReport;
