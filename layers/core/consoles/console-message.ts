import { z } from 'zod';
import type { LifecycleReport } from '../unit-messages/common-reports.ts';
import type { UnitReport } from '../unit-messages/messages.ts';
import type { CommandOutcome, DisconnectReason } from '../unit-messages/session.ts';
import type { Unlisted, Values } from '../unit-messages/values.ts';
import type { UnitModel } from '../units/unit.ts';

const LIFECYCLE_EVENTS = ['Reboot', 'Shutdown', 'Reset', 'UnitError'] as const;
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

/** True for the lifecycle reports that a console receives as an event of their own (portal-2 section 4, socket events). */
export const isLifecycleEvent = (kind: string): kind is LifecycleEvent =>
  (LIFECYCLE_EVENTS as readonly string[]).includes(kind);

const EVENTS = [
  'UnitConnected',
  'UnitDisconnect',
  ...LIFECYCLE_EVENTS,
  'Report',
  'CommandSent',
  'CommandReceived',
  'CommandResult',
] as const;

/** A message on the topic `console:{UnitSerNum}`. `at` is the bridge's clock, milliseconds UTC. */
export type ConsoleMessage = { readonly UnitSerNum: string; readonly at: number } & (
  | { readonly event: 'UnitConnected'; readonly UnitModel: UnitModel; readonly imei: string; readonly FirmVer: string }
  | { readonly event: 'UnitDisconnect'; readonly reason: DisconnectReason }
  | Reported<LifecycleEvent, LifecycleReport>
  | Reported<'Report', UnitReport>
  | {
      readonly event: 'CommandSent' | 'CommandReceived';
      readonly commandId: string;
      readonly command: string;
      /** The sent frame in hexadecimal. Only engineers receive it. */
      readonly raw?: string;
    }
  | {
      readonly event: 'CommandResult';
      readonly commandId: string;
      readonly command?: string;
      /** `expired`: never begun in time. `lost`: sent, and no result came in time. `heldBack`: not sent, because the unit may be needed for help. */
      readonly outcome: CommandOutcome | 'lost' | 'heldBack' | Unlisted;
      readonly text?: string;
      readonly answer: Values;
    }
);

interface Reported<Event extends string, Report extends UnitReport> {
  readonly event: Event;
  /** The same for a repeated report, so that it is shown once. */
  readonly id: string;
  readonly report: Report;
  /** The frame in hexadecimal. Only engineers receive it. */
  readonly raw?: string;
}

/** The bridge has checked the rest. */
const Envelope = z.looseObject({ event: z.enum(EVENTS), UnitSerNum: z.string(), at: z.number() });

/** Reads a message of the topic. Undefined for an event that only a newer bridge knows. */
export const readConsoleMessage = (message: unknown): ConsoleMessage | undefined =>
  Envelope.safeParse(message).data as ConsoleMessage | undefined;
