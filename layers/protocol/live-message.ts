import type { DisconnectReason } from './ingest-message.ts';
import type { CommandOutcome, LifecycleReport, UnitModel, UnitReport, Unlisted, Values } from './messages.ts';

/** What a unit's console hears on the topic `console:{UnitSerNum}`. `at` is the bridge's clock, milliseconds UTC. */
export type ConsoleMessage =
  | {
      readonly event: 'UnitConnected';
      readonly UnitSerNum: string;
      readonly UnitModel: UnitModel;
      readonly imei: string;
      readonly FirmVer: string;
      readonly at: number;
    }
  | {
      readonly event: 'UnitDisconnect';
      readonly UnitSerNum: string;
      readonly reason: DisconnectReason;
      readonly at: number;
    }
  | UnitSaid<'Reboot' | 'Shutdown' | 'Reset' | 'UnitError', LifecycleReport>
  | UnitSaid<'Report', UnitReport>
  | {
      readonly event: 'CommandSent' | 'CommandReceived';
      readonly UnitSerNum: string;
      readonly commandId: string;
      readonly command: string;
      readonly at: number;
    }
  | {
      readonly event: 'CommandResult';
      readonly UnitSerNum: string;
      readonly commandId: string;
      readonly command?: string;
      /** `expired`: never begun in time. `lost`: sent, and nothing came back in time. */
      readonly outcome: CommandOutcome | 'lost' | Unlisted;
      readonly text?: string;
      readonly answer: Values;
      readonly at: number;
    };

interface UnitSaid<E extends string, R extends UnitReport> {
  readonly event: E;
  readonly UnitSerNum: string;
  /** The same for the same report, so that one that came twice is shown once. */
  readonly id: string;
  readonly report: R;
  /** The frame, hexadecimal, for the engineer's raw log. */
  readonly raw: string;
  readonly at: number;
}

/** What the topic `debug-log:{UnitSerNum}` carries. */
export interface DebugLogMessage {
  readonly UnitSerNum: string;
  readonly MessageTime: number;
  readonly lines: readonly string[];
  readonly at: number;
}

/** What the topic `invalid-messages:all` carries. */
export interface InvalidMessage {
  readonly id: string;
  readonly UnitSerNum?: string;
  readonly imei?: string;
  readonly error: string;
  readonly detail: string;
  readonly raw: string;
  readonly remoteAddress: string;
  readonly at: number;
}
