import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import type { SendMark } from '#core/consoles/progress.ts';
import type { SafetyFacts } from '#core/interlock/held-back.ts';
import type { DebugLogMessage, InvalidMessage } from '#core/live/messages.ts';
import type { FilePurpose } from '#core/ota/files.ts';
import type { MessageType } from '#core/unit-messages/common-reports.ts';
import type { CommandOutcome, Login, UnitStart } from '#core/unit-messages/session.ts';
import type { Unlisted, Values } from '#core/unit-messages/values.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Claim, SyncOrder, UnitCommand } from '#protocol/command-port.ts';
import type { RefusalReason } from '#protocol/errors.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';

/** A bridge: its id and the URL of its command port (`http://10.0.3.7:8201`). */
export interface Owner {
  readonly bridgeId: string;
  readonly bridgeAddress: string;
}

/** Says to the rest of the system that this bridge runs. One lease covers all units of the bridge. */
export interface Leases {
  /** Extends the lease to `leaseUntil`, in milliseconds UTC. */
  renew(owner: Owner, leaseUntil: number): Promise<void>;
  end(bridgeId: string): Promise<void>;
}

/** Fenced ownership of units, shared by all bridges. */
export interface Claims {
  /**
   * Takes the unit, whichever bridge holds it: the newest connection wins. `previousOwner` held the unit and still runs; `previousStart` is the login
   * before, and `elsewhereSince` when another bridge took its connection, if one did. Undefined, and no effect, if the unit has had a connection that is newer than this one, which was opened at `openedAt`.
   * `address` is stored as the one that the unit was last accepted from.
   */
  claim(
    UnitSerNum: string,
    bridgeId: string,
    start: UnitStart,
    openedAt: number,
    address: string,
  ): Promise<
    | {
        readonly fence: number;
        readonly previousOwner?: Owner;
        readonly previousStart?: UnitStart;
        readonly elsewhereSince?: number;
      }
    | undefined
  >;
  /** The address that the unit was last accepted from, by any bridge. */
  addressOf(UnitSerNum: string): Promise<string | undefined>;
  /** Reads at most 100 claims; returns the serial numbers that a newer claim has taken. */
  taken(held: readonly Claim[]): Promise<readonly string[]>;
  /** Releases the unit; false, and no effect, if a newer claim has taken it. */
  release(UnitSerNum: string, fence: number): Promise<boolean>;
}

/** The durable hand-over of the messages of units. */
export interface Ingest {
  /** Resolves when every message is stored durably. A message whose id was handed over before has no second effect. */
  put(messages: readonly IngestMessage[]): Promise<void>;
}

export type Admission =
  /** `proven`: the unit has a secret, and its proof is right. `secretSince`: when it got that secret; absent if it has none. */
  | {
      readonly accepted: true;
      readonly proven: boolean;
      readonly secretSince?: string;
      readonly heartbeatSeconds: number;
      /** Until when the frames of the unit are captured, milliseconds UTC; absent if they are not. */
      readonly capturesUntil?: number;
    }
  | { readonly accepted: false; readonly reason: RefusalReason };

/** Decides which units are served. */
export interface Units {
  authenticate(login: Login): Promise<Admission>;
  /** True if the unit's secret is still the one of `secretSince`, or none. */
  isSecretOf(UnitSerNum: string, secretSince: string | undefined): Promise<boolean>;
}

/**
 * Guesses are counted for the address that they come from and for the serial number that they name. Where the serial number has had too many, the address
 * that its unit was last accepted from has a count of its own.
 */
export interface RefusalSubject {
  readonly kind: 'address' | 'unit' | 'unitAtAddress';
  readonly value: string;
}

/** Counts logins that guess, for all bridges. */
export interface RefusalCounts {
  /** False, without counting it, if the subject has too many already. */
  count(subject: RefusalSubject): Promise<boolean>;
  undo(subject: RefusalSubject): Promise<void>;
}

export type LiveMessage = ConsoleMessage | DebugLogMessage | InvalidMessage;

/** Sends to browsers. */
export interface Publisher {
  /** Sends to the subscribers of the topic; calls for one topic arrive in their order. Returns at once and logs its failures. */
  publish(topic: string, message: LiveMessage): void;
}

/** A command that has not ended. `sent`: it went to the unit on some connection and has no result. */
export type DueCommand = UnitCommand & { readonly sent: boolean };

export interface CommandReply {
  readonly outcome: CommandOutcome | 'heldBack' | Unlisted;
  readonly text?: string;
  readonly answer: Values;
}

/** The record of commands: none is lost with a connection or a bridge. */
export interface Commands {
  /** True if exactly this command is recorded, waiting or ended. Only a recorded command is sent. */
  isRecorded(command: UnitCommand): Promise<boolean>;
  /** The unit's commands that have not ended, oldest first, those whose time is over included. */
  due(UnitSerNum: string): Promise<readonly DueCommand[]>;
  /** Records that the command is about to be sent. Only a marked command is sent. */
  sent(UnitSerNum: string, commandId: string): Promise<SendMark>;
  /** Ends the command with its result; false if it had ended before, or was never known. */
  done(UnitSerNum: string, commandId: string, reply: CommandReply): Promise<boolean>;
  /** Ends a command whose time is over without a result; false if it had ended before. */
  expired(UnitSerNum: string, commandId: string): Promise<boolean>;
}

/** What is stored of units that the interlock judges by. */
export interface Interlock {
  facts(UnitSerNum: string): Promise<SafetyFacts>;
}

/** What waits for a unit. */
export interface Waiting {
  readonly configuration?: { readonly revision: number; readonly settings: Values };
  readonly messages: readonly {
    readonly MessageKey: string;
    readonly MessageType: MessageType;
    readonly content: Values;
  }[];
}

/** The configurations and messages that wait for units. */
export interface SyncQueue {
  /** What the unit gets now, as stored at this moment. */
  due(order: SyncOrder): Promise<Waiting>;
}

/** The file of a message that waits for a unit. */
export interface WaitingFile {
  readonly purpose: FilePurpose;
  /** Where it is stored. */
  readonly location: string;
  readonly bytes: number;
  readonly sha256: Uint8Array;
  readonly blockBytes: number;
  /** There for firmware: what the portal has signed (layers/protocol/firmware-manifest.ts). */
  readonly signed?: { readonly manifest: Uint8Array; readonly signature: Uint8Array };
  /** Why the unit must wait for it, although nothing is wrong with the unit. */
  readonly heldBack?: string;
}

/** The files that units get. */
export interface Downloads {
  /** The file of the unit's message; undefined if the message does not wait any more, has no file, or has firmware that the portal has not signed for this model. */
  waiting(
    unit: { readonly UnitSerNum: string; readonly UnitModel: UnitModel },
    MessageKey: string,
  ): Promise<WaitingFile | undefined>;
  /** Reads a file piece by piece. Rejects with `UnusableFile` if there is none, or with what `take` throws. */
  read(file: WaitingFile, take: (piece: Uint8Array) => void): Promise<void>;
  /** Raises an alarm: units wait for a file that they cannot get. */
  unusable(file: WaitingFile): void;
}

type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

/** What the bridge needs from outside. */
export interface Ports {
  readonly leases: Leases;
  readonly claims: Claims;
  readonly ingest: Ingest;
  readonly units: Units;
  readonly refusals: RefusalCounts;
  readonly publisher: Publisher;
  readonly commands: Commands;
  readonly syncQueue: SyncQueue;
  readonly interlock: Interlock;
  readonly downloads: Downloads;
  readonly log: Log;
}
