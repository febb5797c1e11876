import { MINUTE } from '../time.ts';

/** P3-K46. */
export const GAP_MS = 30 * MINUTE;
/** P3-K45. */
export const FLAGGED_ROWS = 10_000;

interface Timed {
  id: string;
  MessageTime: string;
}

/**
 * The silence before each message that is longer than GAP_MS, in milliseconds by the message's id. The messages are the newest first.
 * `olderTime` is the time of the message after them, on the next page.
 */
export function gapsOf(messages: readonly Timed[], olderTime?: string | undefined): ReadonlyMap<string, number> {
  const gaps = new Map<string, number>();
  for (const [index, { id, MessageTime }] of messages.entries()) {
    const before = messages[index + 1]?.MessageTime ?? olderTime;
    const gap = before === undefined ? 0 : Date.parse(MessageTime) - Date.parse(before);
    if (gap > GAP_MS) gaps.set(id, gap);
  }
  return gaps;
}

/** True if the pages up to this one have FLAGGED_ROWS messages. Pages count from 0. */
export const reachesFlag = ({ pageNumber, pageSize, shown }: { pageNumber: number; pageSize: number; shown: number }) =>
  pageNumber * pageSize + shown >= FLAGGED_ROWS;
