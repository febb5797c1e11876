import { z } from 'zod';
import { Instant } from '../time.ts';
import { MessageId } from './protocol-entry.ts';

/** Retries of the connection of the invalid log [P3-S13 P3-K35]. */
export const MOST_RETRIES = 10;
/** P3-S15, P3-M29. */
export const RETRIES_MAXED_OUT = `The connection failed, and its ${MOST_RETRIES} retries are maxed out.`;

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
  /** The frame in hexadecimal; empty if there was none. */
  raw: z.string(),
});
export type InvalidMessageRow = z.infer<typeof InvalidMessageRow>;

/** The live messages, the newest first, then the stored ones, each once. */
export function withLive(
  live: readonly InvalidMessageRow[],
  stored: readonly InvalidMessageRow[],
  most: number,
): readonly InvalidMessageRow[] {
  const known = new Set(live.map(({ id }) => id));
  return [...live, ...stored.filter(({ id }) => !known.has(id))].slice(0, most);
}
