import { z } from 'zod';
import { Instant } from '../time.ts';
import { MessageId } from './protocol-entry.ts';

/** A message that could not be used. */
export const InvalidMessageRow = z.object({
  id: MessageId,
  at: Instant,
  /** What is known of the sender. Who sends it may be wrong about itself. */
  UnitSerNum: z.string(),
  imei: z.string(),
  remoteAddress: z.string(),
  error: z.string(),
  detail: z.string(),
  /** The frame in hexadecimal, or its beginning; empty if there was none. */
  raw: z.string(),
  /** The bytes of the whole frame, if `raw` is only its beginning. */
  cutFrom: z.number().int().optional(),
});
export type InvalidMessageRow = z.infer<typeof InvalidMessageRow>;

/**
 * The live and the stored messages, the newest first, each once. All stored ones stay, because the next page begins after them. They
 * can be newer than live ones if they were read again after a gap.
 */
export function withLive(
  live: readonly InvalidMessageRow[],
  stored: readonly InvalidMessageRow[],
): readonly InvalidMessageRow[] {
  const known = new Set(live.map(({ id }) => id));
  const all = [...live, ...stored.filter(({ id }) => !known.has(id))];
  return all.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
