import type { DisconnectReason } from '#core/unit-messages/session.ts';
import type { SyncOrder } from '#protocol/command-port.ts';
import type { CommandQueue } from '../commands/command-queue.ts';
import type { DueCommand } from '../ports.ts';
import type { ConnectedUnit } from './connected-unit.ts';

/** Why a connection ended. A superseded one ends without a report, since the unit is connected elsewhere. */
export type EndReason = DisconnectReason | 'superseded' | 'refused';

/** What the rest of the bridge uses of a connection. */
export interface OpenSession {
  /** The unit, once it has logged in. */
  readonly unit: ConnectedUnit | undefined;
  readonly endReason: EndReason;
  readonly isClosed: boolean;
  /** No report of this unit is being stored and no command is open. */
  readonly isQuiet: boolean;
  readonly commands: CommandQueue;
  /** Somebody uses a console of this unit. */
  readonly isInUse: boolean;
  /** Ends the connection at once. */
  end(reason: EndReason): void;
  /** Ends the connection, or gives up commands, where the time is over. */
  sweep(now: number): void;
  /** Begins no further command; {@link isQuiet} tells when the open one has its result. */
  holdCommands(): void;
  /** Ends the unit's commands on this connection and returns those that have no result. */
  closeCommands(): readonly DueCommand[];
  /** Sends the unit away: it closes and dials again after a while. */
  redirect(retryAfterSeconds: number): void;
  /** Sends the unit what waits for it. Rejects if that cannot be read. */
  sync(order: SyncOrder): Promise<void>;
  /** Tells the unit that a person has acted upon its report. */
  handled(sequence: number, handledAt: number, handledBy?: string): void;
}
