import { z } from 'zod';
import { SECOND } from '../time.ts';

/** P3-K34. */
export const MOST_MESSAGES = 1000;
/** P3-K33. */
export const KEEP_ALIVE_MS = 45 * SECOND;

/** Lines of a unit's own log, as it sent them together. */
export const DebugMessage = z.object({
  id: z.string(),
  /** By the clock of the bridge, milliseconds. */
  at: z.number(),
  lines: z.array(z.string()),
});
export type DebugMessage = z.infer<typeof DebugMessage>;

/** The messages with a new one at the top. The oldest above MOST_MESSAGES are dropped. */
export const withNewest = (messages: readonly DebugMessage[], added: DebugMessage): DebugMessage[] =>
  [added, ...messages].slice(0, MOST_MESSAGES);

const contentOf = ({ at, lines }: DebugMessage) => `${at} ${lines.join('\n')}`;

/**
 * The live and the stored messages, the newest first, each once. The oldest above MOST_MESSAGES are dropped. Stored messages can be newer
 * than live ones if they were read again after a gap.
 */
export function withStored(live: readonly DebugMessage[], stored: readonly DebugMessage[]): readonly DebugMessage[] {
  const known = new Set(live.map(contentOf));
  const all = [...live, ...stored.filter((message) => !known.has(contentOf(message)))];
  return all.sort((one, other) => other.at - one.at).slice(0, MOST_MESSAGES);
}

/** The messages that have a line with the text. */
export function withText(messages: readonly DebugMessage[], text: string): readonly DebugMessage[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return messages;
  return messages.filter(({ lines }) => lines.some((line) => line.toLowerCase().includes(wanted)));
}
