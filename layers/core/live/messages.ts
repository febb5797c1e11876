import { z } from 'zod';
import { CUSTODY_ACTS } from '../consoles/custody.ts';
import { recordKey } from '../record-key.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';

/** What a browser subscribes to: a kind and a subject, `console:400123`. */
export const Topic = z
  .string()
  .max(80)
  .regex(/^[a-z-]+:[\w-]+$/, 'No such topic');
export type Topic = z.infer<typeof Topic>;

export const consoleTopic = (serialNumber: string): Topic => `console:${serialNumber}`;
export const debugLogTopic = (serialNumber: string): Topic => `debug-log:${serialNumber}`;
export const INVALID_MESSAGES_TOPIC: Topic = 'invalid-messages:all';
export const bulkActionTopic = (bulkActionKey: string): Topic => `bulk-action:${bulkActionKey}`;
/** The numbers of a dealer's units have changed. */
export const dashboardTopic = (DealerKey: number): Topic => `dashboard:${DealerKey}`;
/** Says to staff that the open alarms of a dealer have changed. It carries nothing: the reader asks for them. */
export const openAlarmsTopic = (DealerKey: number): Topic => `open-alarms:${DealerKey}`;
/** The same, to operators. */
export const operatorAlarmsTopic = (DealerKey: number): Topic => `operator-alarms:${DealerKey}`;

/** Splits `console:400123` into `{ kind: 'console', subject: '400123' }`. */
export function parseTopic(topic: Topic) {
  const [kind, subject] = topic.split(':') as [string, string];
  return { kind, subject };
}

/** Lists and objects, which no argument is, become null, so that the check of the command refuses them by their name. */
const ArgumentValue = z.unknown().transform((value) => (typeof value === 'object' ? null : value));

/** The browser's own number of a request, which the answers repeat. It names nothing that is stored. */
const RequestId = z.string().regex(/^[\w-]{1,40}$/);

/** The part of a message that its refusal repeats, also of a message that is not understood. */
export const Refused = z
  .object({ topic: Topic.optional().catch(undefined), requestId: RequestId.optional().catch(undefined) })
  .catch({});

/** A message from a browser. A command carries the session token, which is checked again (portal-2 section 7). */
export const ClientMessage = z.discriminatedUnion('action', [
  z.object({ action: z.literal('subscribe'), topic: Topic }),
  z.object({ action: z.literal('unsubscribe'), topic: Topic }),
  z.object({ action: z.literal('ping') }),
  /** Who gives the commands of a unit's consoles. `look` only asks who does. */
  z.object({ action: z.literal('custody'), UnitSerNum: SerialNumber, act: z.enum(['look', ...CUSTODY_ACTS]) }),
  z.object({
    action: z.literal('command'),
    token: z.string(),
    UnitSerNum: SerialNumber,
    /** Of a wearable console [P2-C102]. Both must be those of the unit. */
    UnitModel: UnitModel.optional(),
    imei: z.string().optional(),
    requestId: RequestId,
    command: z.string().min(1).max(40),
    arguments: z.record(recordKey(40), ArgumentValue).default({}),
  }),
]);
export type ClientMessage = z.input<typeof ClientMessage>;

/** A message to a browser. */
export type ServerMessage =
  | { topic: Topic; message: unknown }
  | { action: 'pong' }
  | { action: 'subscribed' | 'unsubscribed'; topic: Topic }
  /** The command of this request is stored under `commandId`, which the messages about it carry. */
  | { action: 'recorded'; requestId: string; commandId: string }
  | { action: 'refused'; code: string; message: string; topic?: Topic; requestId?: string };

/** The message as a subscriber may see it: only engineers receive the field `raw`, the frame of a unit [P2-A12]. */
export function visibleTo({ engineer }: { engineer: boolean }, message: unknown): unknown {
  if (engineer || typeof message !== 'object' || message === null) return message;
  const { raw: _, ...visible } = message as { raw?: unknown };
  return visible;
}

/** A message on the topic `debug-log:{UnitSerNum}`. */
export interface DebugLogMessage {
  readonly UnitSerNum: string;
  readonly MessageTime: number;
  readonly lines: readonly string[];
  readonly at: number;
}

/** A message on the topic `invalid-messages:all`. */
export interface InvalidMessage {
  readonly id: string;
  readonly UnitSerNum?: string;
  readonly imei?: string;
  readonly error: string;
  readonly detail: string;
  /** The frame in hexadecimal, or its beginning; empty if there was none, or if it has a proof of identity. */
  readonly raw: string;
  /** The bytes of the whole frame, if `raw` is only its beginning. */
  readonly cutFrom?: number;
  readonly remoteAddress: string;
  readonly at: number;
}
