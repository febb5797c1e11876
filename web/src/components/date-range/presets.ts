import dayjs from 'dayjs';
import { type DateRange, formatBound, type Granularity } from './range.ts';

/** A named range, calculated when it is chosen. */
export interface RangePreset {
  id: string;
  label: string;
  from: (now: Date) => Date;
  to: (now: Date) => Date;
}

const startOfDay = (daysBack: number) => (now: Date) => dayjs(now).subtract(daysBack, 'day').startOf('day').toDate();
const unchanged = (now: Date) => now;

/** From the start of the day `days` days ago up to now. */
export const lastDays = (days: number, label = `Last ${days} days`): RangePreset => ({
  id: `last-${days}-days`,
  label,
  from: startOfDay(days),
  to: unchanged,
});

export const TODAY: RangePreset = { id: 'today', label: 'Today', from: startOfDay(0), to: unchanged };

export const YESTERDAY: RangePreset = {
  id: 'yesterday',
  label: 'Yesterday',
  from: startOfDay(1),
  to: (now) => dayjs(now).subtract(1, 'day').endOf('day').toDate(),
};

export const THIS_MONTH: RangePreset = {
  id: 'this-month',
  label: 'This month',
  from: (now) => dayjs(now).startOf('month').toDate(),
  to: unchanged,
};

export const LAST_MONTH: RangePreset = {
  id: 'last-month',
  label: 'Last month',
  from: (now) => dayjs(now).subtract(1, 'month').startOf('month').toDate(),
  to: (now) => dayjs(now).subtract(1, 'month').endOf('month').toDate(),
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

export const presetRange = (preset: RangePreset, now: Date, granularity: Granularity): DateRange => ({
  start: formatBound(preset.from(now), granularity),
  end: formatBound(preset.to(now), granularity),
});

/** The preset that equals a range at `now`, if any. */
export const presetOf = (range: DateRange, presets: readonly RangePreset[], now: Date, granularity: Granularity) =>
  presets.find((preset) => {
    const { start, end } = presetRange(preset, now, granularity);
    return start === range.start && end === range.end;
  });
