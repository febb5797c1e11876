import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult, DisconnectReason, Login } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';

/** Every message that the bridge hands over for storing. `id` is the same whenever the same thing is handed over again. */
interface Handover {
  readonly version: 1;
  /**
   * `A1B2C3-17-41-09a7c3f2` for frames of a unit: serial number, boot id, sequence number, and the frame's CRC-32, since a unit that counts
   * its boots wrongly uses a number twice. A second one of an id has no effect.
   */
  readonly id: string;
  /** By the bridge's clock, milliseconds UTC. */
  readonly receivedAt: number;
  readonly bridgeId: string;
  /** The frame, hexadecimal. */
  readonly raw: string;
}

interface OfUnit extends Handover {
  readonly UnitSerNum: string;
  readonly UnitModel: UnitModel;
  readonly imei: string;
  readonly bootId: number;
  readonly sequence: number;
  /** Which of the unit's connections this is: a higher fence is a newer connection. */
  readonly fence: number;
}

/** A unit has logged in. The proof of identity is left out, of `raw` too. */
export interface LoginHandover extends OfUnit {
  readonly kind: 'login';
  readonly message: Omit<Login, 'proof'>;
}

/** A report, or the result of a command. It is acknowledged to the unit when this message is stored. */
export interface ReportHandover extends OfUnit {
  readonly kind: 'report';
  readonly message: UnitReport | CommandResult;
  /** Of an event, what the unit's clock said, where that could not be right: `message.MessageTime` is the time of receipt then. */
  readonly claimedTime?: number;
}

/** A command was sent to the unit; for the protocol log. */
export interface CommandHandover extends OfUnit {
  readonly kind: 'command';
  readonly commandId: string;
  readonly command: string;
}

/** The unit has no connection any more. Not sent when a newer connection has taken the place of this one. */
export interface DisconnectHandover extends OfUnit {
  readonly kind: 'disconnect';
  readonly reason: DisconnectReason;
}

/** A frame, or a login, that could not be used. What is known of the unit is there. */
export interface InvalidHandover extends Handover {
  readonly kind: 'invalid';
  readonly UnitSerNum?: string;
  readonly UnitModel?: UnitModel;
  readonly imei?: string;
  /** A name of errors.ts; a report noted as `sequenceReused` is stored all the same. */
  readonly error: string;
  readonly detail: string;
  readonly remoteAddress: string;
}

/** The body of one message on the ingest queue, as JSON. */
export type IngestMessage = LoginHandover | ReportHandover | CommandHandover | DisconnectHandover | InvalidHandover;
