import { type AttemptLimit, slotsBefore } from './attempts.ts';

/** How many attempts by `subject` the window before `now` still has room for. */
export async function attemptsLeft(limit: AttemptLimit, subject: string, now: number): Promise<number> {
  const slots = await slotsBefore(limit, subject, now);
  return Math.max(0, limit.most - slots.reduce((sum, { count }) => sum + count, 0));
}
