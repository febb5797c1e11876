import { DAY, HOUR, instant, MINUTE } from '../time.ts';
import { inZone } from '../time-zones.ts';

/** The choices for the time between the reminders of a batch, in minutes [P1-K11]. */
export const MINUTES_BETWEEN = [1, 2, 3, 4, 5, 10, 15, 30] as const;
export type MinutesBetween = (typeof MINUTES_BETWEEN)[number];

/** The default number of units that batches call in one minute. A deployment can set another (infra/settings.ts). */
export const REMINDERS_PER_MINUTE = 60;

/** The hours of day in which reminders of a batch are given, by the clock of the zone [P1-K12]. */
export const WINDOW_HOURS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'America/New_York': [11, 20],
  'America/Chicago': [10, 19],
  'America/Denver': [9, 18],
  'America/Los_Angeles': [8, 17],
};

/** The same hours in the standard time of every other zone, in UTC. */
const STANDARD_HOURS = [16, 25] as const;

/** No reminder of a batch is given before this hour of UTC: an hour past 23 becomes 15 [P1-K13]. */
const FIRST_UTC_HOUR = 15;

/** A batch begins this long after its upload, so that its first reminders are stored by then. It begins inside 15 minutes [P1-K14]. */
const LEAD_TIME_MS = 10 * MINUTE;

export interface Window {
  /** Milliseconds. */
  from: number;
  /** Milliseconds; no reminder is given from then on. */
  to: number;
}

/** The window of a day of UTC (`2026-11-21`) in a zone. */
export function windowOn(day: string, timeZone: string): Window {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  const hours = WINDOW_HOURS[timeZone];
  const [from, to] = hours
    ? hours.map((hour) => inZone(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone).getTime())
    : STANDARD_HOURS.map((hour) => midnight + hour * HOUR);
  return { from: Math.max(from!, midnight + FIRST_UTC_HOUR * HOUR), to: Math.min(to!, midnight + DAY) };
}

const dayOf = (moment: number) => instant(moment).slice(0, 10);

/** The moment, or the next start of the window if the moment is outside. */
export function nextInWindow(moment: number, timeZone: string): number {
  const { from, to } = windowOn(dayOf(moment), timeZone);
  if (moment < from) return from;
  return moment < to ? moment : windowOn(dayOf(moment + DAY), timeZone).from;
}

/** When the first reminder of a batch is given that is uploaded at `now`: a full minute in the window. */
export const firstSlot = (now: number, timeZone: string): number =>
  nextInWindow(Math.ceil((now + LEAD_TIME_MS) / MINUTE) * MINUTE, timeZone);

export interface Slots {
  /** The first slot, in milliseconds. */
  start: number;
  minutesBetween: MinutesBetween;
  timeZone: string;
}

/** The time of the slot with this number, from 0 on. Slots outside of the window continue at its next start. */
export const slotAt = (slots: Slots, number: number): number => slotsFrom(slots, number, 1)[0]!;

/** The times of so many slots from this number on. */
export function slotsFrom({ start, minutesBetween, timeZone }: Slots, number: number, count: number): number[] {
  const step = minutesBetween * MINUTE;
  const times: number[] = [];
  let at = start;
  for (let left = number; times.length < count; ) {
    const { to } = windowOn(dayOf(at), timeZone);
    const room = Math.ceil((to - at) / step);
    for (; left < room && times.length < count; left++) times.push(at + left * step);
    left -= room;
    at = nextInWindow(to, timeZone);
  }
  return times;
}

/** The number of the first slot at or after `moment`, not before `from`. */
export function slotFrom(slots: Slots, moment: number, from: number): number {
  if (slotAt(slots, from) >= moment) return from;
  let early = from;
  let step = 1;
  while (slotAt(slots, early + step) < moment) {
    early += step;
    step *= 2;
  }
  // The slot is after `early`, and at `early + step` at the latest.
  let late = early + step;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (slotAt(slots, middle) < moment) early = middle;
    else late = middle;
  }
  return late;
}
