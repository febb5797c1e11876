import { dayIn, firstOfMonth, plusDays } from '#core/calendar-days.ts';
import type { DateRange } from './range.ts';

/** A named range of days, calculated from the present one when it is chosen. */
export interface RangePreset {
  id: string;
  label: string;
  range: (today: string) => DateRange;
}

/** The days from `days` days ago up to now. */
export const lastDays = (days: number): RangePreset => ({
  id: `last-${days}-days`,
  label: `Last ${days} days`,
  range: (today) => ({ start: plusDays(today, -days), end: today }),
});

export const TODAY: RangePreset = { id: 'today', label: 'Today', range: (today) => ({ start: today, end: today }) };

export const YESTERDAY: RangePreset = {
  id: 'yesterday',
  label: 'Yesterday',
  range: (today) => ({ start: plusDays(today, -1), end: plusDays(today, -1) }),
};

const THIS_MONTH: RangePreset = {
  id: 'this-month',
  label: 'This month',
  range: (today) => ({ start: firstOfMonth(today), end: today }),
};

export const LAST_MONTH: RangePreset = {
  id: 'last-month',
  label: 'Last month',
  range: (today) => {
    const end = plusDays(firstOfMonth(today), -1);
    return { start: firstOfMonth(end), end };
  },
};

export const USUAL_PRESETS: readonly RangePreset[] = [
  TODAY,
  YESTERDAY,
  lastDays(2),
  lastDays(7),
  lastDays(30),
  THIS_MONTH,
  LAST_MONTH,
];

/** The range of a preset at a moment in the user's zone. */
export const presetRange = (preset: RangePreset, now: Date, timeZone: string): DateRange =>
  preset.range(dayIn(now.getTime(), timeZone));

/** The preset that equals a range at `now`, if any. */
export const presetOf = (range: DateRange, presets: readonly RangePreset[], now: Date, timeZone: string) =>
  presets.find((preset) => {
    const { start, end } = presetRange(preset, now, timeZone);
    return start === range.start && end === range.end;
  });
