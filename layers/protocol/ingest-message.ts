import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult, DisconnectReason, Login, UnitStart } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';

/** A message that the bridge hands over for storing. A repeated message has the same `id`. */
interface Handover {
  readonly version: 1;
  /**
   * For frames of a unit `A1B2C3-17-41-09a7c3f2`: serial number, boot id, sequence number and the frame's CRC-32, since a unit that counts
   * its boots wrongly uses a number twice. A second message with an id has no effect.
   */
  readonly id: string;
  /** By the bridge's clock, milliseconds UTC. */
  readonly receivedAt: number;
  readonly bridgeId: string;
  /** The frame in hexadecimal. */
  readonly raw: string;
}

interface OfUnit extends Handover {
  readonly UnitSerNum: string;
  readonly UnitModel: UnitModel;
  readonly imei: string;
  readonly bootId: number;
  readonly sequence: number;
  /** A higher fence means a newer connection of the unit. */
  readonly fence: number;
}

/** A unit has logged in. The proof of identity is left out, of `raw` too. */
export interface LoginHandover extends OfUnit {
  readonly kind: 'login';
  readonly message: Omit<Login, 'proof'>;
  /** The unit's login before, if this one counts back: two devices use this identity. */
  readonly countedBackFrom?: UnitStart;
}

/** A report, or the result of a command. It is acknowledged to the unit when this message is stored. */
export interface ReportHandover extends OfUnit {
  readonly kind: 'report';
  readonly message: UnitReport | CommandResult;
  /** The impossible time that the unit claimed for an event; `message.MessageTime` is the time of receipt then. */
  readonly claimedTime?: number;
}

/** A command was sent to the unit; for the protocol log. */
export interface CommandHandover extends OfUnit {
  readonly kind: 'command';
  readonly commandId: string;
  readonly command: string;
}

/** Frames as they were on the wire, of a unit whose remote log is on. They include heartbeats, acknowledgements and what was refused. */
export interface CaptureHandover extends OfUnit {
  readonly kind: 'capture';
  readonly frames: readonly { readonly sender: 'Unit' | 'Server'; readonly raw: string }[];
}

/** The unit is disconnected. Not sent if a newer connection has replaced this one. */
export interface DisconnectHandover extends OfUnit {
  readonly kind: 'disconnect';
  readonly reason: DisconnectReason;
}

/** A frame or login that could not be used, with what is known of the unit. */
export interface InvalidHandover extends Handover {
  readonly kind: 'invalid';
  readonly UnitSerNum?: string;
  readonly UnitModel?: UnitModel;
  readonly imei?: string;
  /** A name of errors.ts; a `sequenceReused` report is also stored. */
  readonly error: string;
  readonly detail: string;
  readonly remoteAddress: string;
  /** The bytes of the frame, if `raw` has only its beginning. */
  readonly cutFrom?: number;
}

/** A sign of life of the bridge, each minute. It goes the way of the reports, so it tells whether they arrive. */
export interface SignalHandover extends Omit<Handover, 'raw'> {
  readonly kind: 'signal';
}

/** The body of one message on the ingest queue, as JSON. */
export type IngestMessage =
  | LoginHandover
  | ReportHandover
  | CommandHandover
  | DisconnectHandover
  | CaptureHandover
  | InvalidHandover
  | SignalHandover;
