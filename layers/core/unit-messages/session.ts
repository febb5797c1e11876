import type { UnitModel } from '../units/unit.ts';
import type { MessageType } from './common-reports.ts';
import type { DownloadAnswer, DownloadQuestion } from './download-messages.ts';
import type { Unlisted, Values } from './values.ts';

/** The first frame of every connection. */
export interface Login {
  type: 'login';
  /** 15 digits, or 16 if the unit adds its software version. */
  imei: string;
  UnitSerNum: string;
  UnitModel: UnitModel | Unlisted;
  FirmVer: string;
  protocolVersion: number;
  /** Counts the unit's starts from 1; sequence numbers begin again with each. 0: the unit has lost the count, and needs the time. */
  bootId: number;
  /** The last number that the unit gave to a frame of this boot before this login, on any connection: 0 if this is the first. */
  lastSequence: number;
  ICCID?: string;
  /** 0 or 1. */
  activeSimSlot?: number;
  /** 0 AT&T, 1 Verizon, 2 Telus. */
  carrier?: number;
  /** The configuration that the unit has. Absent for units that take none. */
  configurationRevision?: number;
  configurationDigest?: number;
  /** A time and its HMAC-SHA256 with the unit's own secret (proof.ts), for units that have one. */
  proof?: Uint8Array;
}

/** Where a unit stands in its counts when it logs in. Neither the boots nor the numbers of one boot ever count back. */
export type UnitStart = Pick<Login, 'bootId' | 'lastSequence'>;

/** Sent when the unit has sent nothing else for the time that the bridge set. */
export interface Heartbeat {
  type: 'heartbeat';
}

/** The unit has received a command frame; its result follows. Repeats the command frame's sequence number. */
export interface CommandReceived {
  type: 'commandReceived';
}

export const COMMAND_OUTCOMES = ['done', 'failed', 'refused', 'unknownCommand', 'badArgument', 'expired'] as const;
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number];

/** The result of a command. A unit that receives a known command again only repeats the result. */
export interface CommandResult {
  type: 'commandResult';
  MessageTime: number;
  commandId: string;
  outcome: CommandOutcome | Unlisted;
  text?: string;
  answer: Values;
}

/** The unit is known and served; also the acknowledgement of its login. */
export interface LoginAccepted {
  type: 'loginAccepted';
  utc: number;
  heartbeatSeconds: number;
}

/** The unit is not served; the bridge closes. A unit whose clock was wrong sets it and tries again. */
export interface LoginRefused {
  type: 'loginRefused';
  code: number;
  text: string;
  utc: number;
  retryAfterSeconds?: number;
}

/** Sends the unit to another address, as the answer to a login or later. Without a host: the same address again. */
export interface Redirect {
  type: 'redirect';
  host?: string;
  port?: number;
  /** The unit waits this long before it dials. */
  retryAfterSeconds: number;
}

/** First level: the report with this sequence number is stored durably; the unit may forget it. */
export interface Received {
  type: 'received';
  /** The server's time, if it replaced an impossible time in the report. The unit sets its clock. */
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
  /** There if the unit has to send the frame again: not before this time. */
  retryAfterSeconds?: number;
}

/** Answer to a heartbeat; may set a new interval. */
export interface HeartbeatAnswer {
  type: 'heartbeatAnswer';
  heartbeatSeconds?: number;
}

/** A command to the unit. At most one is open per unit. */
export interface Command {
  type: 'command';
  commandId: string;
  command: string;
  /** After this the unit does not begin it, and answers 'expired'. */
  expiresAt: number;
  arguments: Values;
}

/**
 * One of `parts` parts of a configuration, counted from 1. A unit applies a configuration when it has all parts of a revision: what the
 * parts do not name gets the unit's own default.
 */
export interface Configuration {
  type: 'configuration';
  revision: number;
  part: number;
  parts: number;
  settings: Values;
}

/** A waiting message. The unit acknowledges and ends it with download reports, and does it once however often it comes. */
export interface Update {
  type: 'update';
  MessageKey: string;
  MessageType: MessageType | Unlisted;
  content: Values;
}

/** The messages about the session from a unit of any model. */
export type SessionMessage = Login | Heartbeat | CommandReceived | CommandResult | DownloadQuestion;

/** The messages from the bridge. */
export type DownMessage =
  | LoginAccepted
  | LoginRefused
  | Redirect
  | Received
  | Handled
  | ProtocolError
  | HeartbeatAnswer
  | Command
  | Configuration
  | Update
  | DownloadAnswer;

/** Why the bridge counts a unit as disconnected. */
export type DisconnectReason =
  | 'closed by unit'
  | 'missed heartbeats'
  | 'connection failed'
  | 'bridge draining'
  | 'broken frames'
  | 'bridge failed';
