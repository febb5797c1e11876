import { z } from 'zod';
import { HOUR, Instant } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { AlarmKey, AlarmState } from './alarm.ts';

/** Three names: the actor, whose access they used, and who issued their link. */
const Who = z.string().max(500);
const Action = z.object({ at: Instant, by: Who, action: z.string().max(100) });

/** An export says the latest. */
export const MAX_ACTIONS = 1000;

/** Everything about one alarm. */
export const AlarmExport = z.strictObject({
  kind: z.literal('alarm'),
  exportedAt: Instant,
  exportedBy: Who,
  UnitSerNum: SerialNumber,
  UnitModel: z.string().max(40),
  unitID: z.string().max(100),
  DealerName: z.string().max(200),
  timeStamp: Instant,
  sequence: AlarmKey.shape.sequence,
  receivedAt: Instant,
  eventType: z.string().max(100),
  zone: z.number().int().optional(),
  detail: z.string().max(1000).optional(),
  /** The reporting of the unit was off. */
  disabled: z.boolean().optional(),
  escalatedAt: Instant.optional(),
  ...AlarmState.omit({ version: true, isMine: true }).shape,
  /** What people did about it, the oldest first. */
  actions: z.array(Action).max(MAX_ACTIONS),
});
export type AlarmExport = z.output<typeof AlarmExport>;

/** An export with the signature of the portal. */
export const SignedExport = z.object({
  content: AlarmExport,
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'Not a signature'),
});
export type SignedExport = z.output<typeof SignedExport>;

/** The content as one line of JSON with sorted fields (RFC 8785): the same however a program has ordered and indented them. */
export const canonicalText = (content: AlarmExport): string => JSON.stringify(sorted(AlarmExport.parse(content)));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

/** What the key signs, of the SHA-256 of the canonical text in hexadecimal: KMS takes 4096 bytes. No other use of a key begins like this. */
export const signedText = (digest: string): string => `Watchkeep alarm export 1\n${digest}`;

/** Reads of the public key from one address. */
export const EXPORT_KEY_LIMIT = { kind: 'exportKey', most: 60, window: HOUR } as const;

/** The most bytes of an export that is checked. */
export const MAX_EXPORT_BYTES = 2 * 1024 * 1024;

export const NOT_JSON = 'The file is not JSON. Choose the file that ‘Export as signed JSON’ has saved';
export const NO_EXPORT =
  'The file is not an export of an alarm, or its fields were changed. Choose the file that ‘Export as signed JSON’ has saved';

/** The export in the text of a file, or why there is none. Anybody can have written the file. */
export function exportIn(text: string): { exported: SignedExport } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: NOT_JSON };
  }
  const { data } = SignedExport.safeParse(json);
  return data ? { exported: data } : { problem: NO_EXPORT };
}
