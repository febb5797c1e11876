import type { LocalTime } from '../zone.ts';

/** A day as cron sees it: the month counts from 1, the weekday from 1 for Sunday. */
interface Day {
  year: number;
  month: number;
  date: number;
  weekday: number;
  lastDate: number;
}

export interface Cron {
  minutes: number[];
  hours: number[];
  months: Set<number>;
  years: Set<number>;
  includesDay(day: Day): boolean;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const LAST_YEAR = 2199;

/**
 * The six fields of an AWS cron expression: minutes, hours, day of month, month, day of week, year (EventBridge
 * Scheduler User Guide, "Schedule types"). Undefined when AWS would refuse them.
 */
export function parseCron(fields: string): Cron | undefined {
  const parts = fields.trim().split(/\s+/);
  const [minutes, hours, dayOfMonth, month, dayOfWeek, year] = parts;
  if (parts.length !== 6 || (dayOfMonth === '?') === (dayOfWeek === '?')) return undefined;
  try {
    const includesDay = dayOfMonth === '?' ? weekdayRule(dayOfWeek!) : dateRule(dayOfMonth!);
    return {
      minutes: values(minutes!, 0, 59),
      hours: values(hours!, 0, 23),
      months: new Set(values(month!, 1, 12, MONTHS)),
      years: new Set(values(year!, 1970, LAST_YEAR)),
      includesDay,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Every wall-clock time of the schedule that is later than `after`, in order. */
export function* localTimesAfter({ minutes, hours, months, years, includesDay }: Cron, after: LocalTime) {
  const start = new Date(after);
  for (let year = start.getUTCFullYear(); year <= LAST_YEAR; year += 1) {
    if (!years.has(year)) continue;
    for (const month of [...months].sort((a, b) => a - b)) {
      const lastDate = new Date(Date.UTC(year, month, 0)).getUTCDate();
      if (Date.UTC(year, month - 1, lastDate, 23, 59) <= after) continue;
      for (let date = 1; date <= lastDate; date += 1) {
        const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 1;
        if (!includesDay({ year, month, date, weekday, lastDate })) continue;
        for (const hour of hours) {
          for (const minute of minutes) {
            const local = Date.UTC(year, month - 1, date, hour, minute);
            if (local > after) yield local;
          }
        }
      }
    }
  }
}

function dateRule(field: string): Cron['includesDay'] {
  if (field === 'L') return ({ date, lastDate }) => date === lastDate;
  const nearest = /^(\d{1,2})W$/.exec(field);
  if (nearest) {
    const target = inRange(Number(nearest[1]), 1, 31);
    return (day) => day.date === nearestWorkday(target, day);
  }
  const dates = new Set(values(field, 1, 31));
  return ({ date }) => dates.has(date);
}

/** The Monday to Friday that is closest to a date and in its month; undefined when the month has no such date. */
function nearestWorkday(target: number, { year, month, lastDate }: Day): number | undefined {
  if (target > lastDate) return undefined;
  const weekday = new Date(Date.UTC(year, month - 1, target)).getUTCDay();
  if (weekday === 6) return target === 1 ? 3 : target - 1;
  if (weekday === 0) return target === lastDate ? target - 2 : target + 1;
  return target;
}

function weekdayRule(field: string): Cron['includesDay'] {
  if (field === 'L') return ({ weekday }) => weekday === 7;
  const last = /^(\w+)L$/.exec(field);
  if (last) {
    const target = oneValue(last[1]!, 1, 7, WEEKDAYS);
    return ({ weekday, date, lastDate }) => weekday === target && date > lastDate - 7;
  }
  const nth = /^(\w+)#([1-5])$/.exec(field);
  if (nth) {
    const target = oneValue(nth[1]!, 1, 7, WEEKDAYS);
    return ({ weekday, date }) => weekday === target && Math.ceil(date / 7) === Number(nth[2]);
  }
  const weekdays = new Set(values(field, 1, 7, WEEKDAYS));
  return ({ weekday }) => weekdays.has(weekday);
}

/** Lists, ranges, increments and names of one field, in ascending order. */
function values(field: string, least: number, most: number, names: string[] = []): number[] {
  const found = new Set<number>();
  for (const item of field.split(',')) {
    const [range, step, ...rest] = item.split('/');
    if (rest.length > 0) throw new RangeError(field);
    const increment = step === undefined ? 1 : inRange(wholeNumber(step), 1, most);
    const [first, last] = bounds(range!, step !== undefined, least, most, names);
    for (let value = first; value <= last; value += increment) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

function bounds(range: string, stepped: boolean, least: number, most: number, names: string[]): [number, number] {
  if (range === '*') return [least, most];
  const [from, to, ...rest] = range.split('-');
  if (rest.length > 0) throw new RangeError(range);
  const first = oneValue(from!, least, most, names);
  // 5/10 means from 5 on, every tenth.
  const last = to === undefined ? (stepped ? most : first) : oneValue(to, least, most, names);
  if (last < first) throw new RangeError(range);
  return [first, last];
}

function oneValue(text: string, least: number, most: number, names: string[]): number {
  const named = names.indexOf(text.toUpperCase());
  return named === -1 ? inRange(wholeNumber(text), least, most) : named + 1;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new RangeError(text);
  return Number(text);
}

function inRange(value: number, least: number, most: number): number {
  if (value < least || value > most) throw new RangeError(String(value));
  return value;
}
