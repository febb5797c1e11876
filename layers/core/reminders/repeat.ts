import { z } from 'zod';
import { dayIn, isDay, plusDays } from '../calendar-days.ts';
import { instant } from '../time.ts';
import { inZone, wallClock } from '../time-zones.ts';

export const RepeatFrequency = z.enum(['daily', 'weekly', 'monthly']);
export type RepeatFrequency = z.infer<typeof RepeatFrequency>;

export const NO_DAY = 'Enter a day, such as 2026-11-21';
export const Day = z.string().refine(isDay, { message: NO_DAY });

/** A reminder that repeats does so at its time of day by the clock of its zone, up to and including `endDate`. */
export interface Repeating {
  MessageTime: string;
  timeZone: string;
  startDate?: string | undefined;
  startTime?: string | undefined;
  repeatFrequency?: RepeatFrequency | undefined;
  endDate?: string | undefined;
}

/** The first occurrence after `moment` (milliseconds), after the present one; undefined if there is none. */
export function nextOccurrence(reminder: Repeating, moment: number): string | undefined {
  const { MessageTime, timeZone, repeatFrequency, endDate } = reminder;
  if (!repeatFrequency) return undefined;
  const at = Date.parse(MessageTime);
  // A time that a clock change skips moves the occurrence of that day only.
  const clock = reminder.startTime ?? wallClock(at, timeZone).slice(11);
  const present = dayIn(at, timeZone);
  const start = reminder.startDate ?? present;
  for (let number = 1; ; number++) {
    const day = dayOf(repeatFrequency, { start, present }, number);
    if (endDate !== undefined && day > endDate) return undefined;
    const next = inZone(`${day}T${clock}`, timeZone).getTime();
    if (next > moment && next > at) return instant(next);
  }
}

/** The day of an occurrence after the present one. A month without the day of the first one has its last day. */
function dayOf(frequency: RepeatFrequency, { start, present }: { start: string; present: string }, number: number) {
  if (frequency !== 'monthly') return plusDays(present, number * (frequency === 'daily' ? 1 : 7));
  const [year, month] = present.split('-').map(Number) as [number, number];
  const first = new Date(Date.UTC(year, month - 1 + number, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const date = Math.min(Number(start.slice(8)), lastDay);
  return `${first.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`;
}
