import type { RefusalName } from '#protocol/errors.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import type { ConsoleMessage, DebugLogMessage, InvalidMessage } from '#protocol/live-message.ts';
import type { CommandOutcome, Login, Unlisted, Values } from '#protocol/messages.ts';

/** Where a bridge is: its id, and where it takes commands (`http://10.0.3.7:8201`). */
export interface Owner {
  readonly bridgeId: string;
  readonly bridgeAddress: string;
}

/** That this bridge holds a unit. Of two claims of a unit, the one with the higher fence is the newer. */
export interface Claim {
  readonly UnitSerNum: string;
  readonly fence: number;
}

/** Leased, fenced ownership of units, shared by all bridges. */
export interface Claims {
  /** Takes the unit, whoever holds it: the newest connection wins. `previousOwner` is the bridge whose lease still ran. */
  claim(UnitSerNum: string, owner: Owner): Promise<{ readonly fence: number; readonly previousOwner?: Owner }>;
  /** Prolongs the leases (at most 100 at a time); returns the serial numbers that a newer claim has taken. */
  renew(held: readonly Claim[], owner: Owner): Promise<readonly string[]>;
  /** Gives the unit up; false, and no effect, if a newer claim has taken it. */
  release(UnitSerNum: string, fence: number): Promise<boolean>;
}

/** The durable hand-over of what units say. */
export interface Ingest {
  /** Resolves when every message is stored durably. A message whose id was handed over before has no second effect. */
  put(messages: readonly IngestMessage[]): Promise<void>;
}

export type Admission =
  | { readonly accepted: true; readonly heartbeatSeconds: number }
  | { readonly accepted: false; readonly refusal: RefusalName; readonly retryAfterSeconds?: number };

/** Which units are served. */
export interface Units {
  authenticate(login: Login): Promise<Admission>;
}

export type LiveMessage = ConsoleMessage | DebugLogMessage | InvalidMessage;

/** The way to people who watch. */
export interface Publisher {
  /** Says it to who listens to the topic. Calls for one topic arrive in their order. Nobody waits for it; failures are its own. */
  publish(topic: string, message: LiveMessage): void;
}

export interface UnitCommand {
  readonly commandId: string;
  readonly UnitSerNum: string;
  readonly command: string;
  readonly arguments: Values;
  /** Milliseconds UTC; the command is not sent after it. */
  readonly expiresAt: number;
  /** Who asked for it, for the records. */
  readonly givenBy?: string;
}

/** A command that has not ended. `sent`: it went to the unit on some connection, and no result has come. */
export interface DueCommand extends UnitCommand {
  readonly sent: boolean;
}

export interface CommandReply {
  readonly outcome: CommandOutcome | Unlisted;
  readonly text?: string;
  readonly answer: Values;
}

/** The record of commands, so that none is forgotten when a connection or a bridge is lost. */
export interface Commands {
  /** Records a command before it is accepted; false, and nothing changes, where its id is known already. */
  queue(command: UnitCommand): Promise<boolean>;
  /** The unit's commands that have not ended, oldest first; also those whose time is over, so that they can be reported. */
  due(UnitSerNum: string): Promise<readonly DueCommand[]>;
  /** Notes that the command is about to be sent; false if it has ended or was taken back, and must not be sent. */
  sent(UnitSerNum: string, commandId: string): Promise<boolean>;
  /** Ends the command with its result; false if it had ended before, or was never known. */
  done(UnitSerNum: string, commandId: string, reply: CommandReply): Promise<boolean>;
  /** Ends the command without a result, its time being over; false if it had ended before. */
  expired(UnitSerNum: string, commandId: string): Promise<boolean>;
}

type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

/** What the bridge needs of the world around it. */
export interface Ports {
  readonly claims: Claims;
  readonly ingest: Ingest;
  readonly units: Units;
  readonly publisher: Publisher;
  readonly commands: Commands;
  readonly log: Log;
}
