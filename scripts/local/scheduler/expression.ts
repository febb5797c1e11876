import { instantOf, instantsOf, type LocalTime, localTimeOf } from '../zone.ts';
import { type Cron, localTimesAfter, parseCron } from './cron.ts';

export type Expression =
  | { kind: 'at'; local: LocalTime }
  | { kind: 'rate'; milliseconds: number }
  | { kind: 'cron'; cron: Cron };

/** When a schedule runs; all instants in milliseconds since 1970. */
export interface Timetable {
  expression: Expression;
  zone: string;
  /** When the schedule was created or last replaced. */
  since: number;
  start?: number | undefined;
  end?: number | undefined;
}

const MINUTE = 60_000;
const UNITS: Record<string, number> = { minute: MINUTE, hour: 60 * MINUTE, day: 24 * 60 * MINUTE };

/** `at(...)`, `rate(...)` or `cron(...)`; undefined when it is none that the service accepts. */
export function parseExpression(text: string): Expression | undefined {
  const [, kind, inner] = /^(at|rate|cron)\((.*)\)$/.exec(text) ?? [];
  if (kind === 'at') return parseAt(inner!);
  if (kind === 'rate') return parseRate(inner!);
  if (kind === 'cron') {
    const cron = parseCron(inner!);
    return cron && { kind: 'cron', cron };
  }
  return undefined;
}

/** Whole seconds and no zone: `2026-11-21T09:00:00`. */
function parseAt(text: string): Expression | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return undefined;
  const local = Date.parse(`${text}Z`);
  const exists = !Number.isNaN(local) && new Date(local).toISOString().startsWith(text);
  return exists ? { kind: 'at', local } : undefined;
}

function parseRate(text: string): Expression | undefined {
  const [, count, unit] = /^([1-9]\d*) (minute|hour|day)s?$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return { kind: 'rate', milliseconds: Number(count) * UNITS[unit!]! };
}

/**
 * When a new schedule runs first. A time that has passed already counts for a one-time schedule: the service accepts
 * it and runs it at once. A rate without a start date begins at once too.
 */
export function firstOccurrence(timetable: Timetable): number | undefined {
  const { expression, zone, since, start } = timetable;
  // Start and end dates are ignored for one-time schedules (CreateSchedule, StartDate).
  if (expression.kind === 'at') return instantOf(zone, expression.local);
  if (expression.kind === 'rate') return notAfterEnd(start ?? since, timetable);
  return nextOfCron(expression.cron, timetable, start === undefined ? since : Math.max(since, start - 1));
}

/** When it runs next after an earlier run. */
export function occurrenceAfter(timetable: Timetable, previous: number): number | undefined {
  const { expression } = timetable;
  if (expression.kind === 'at') return undefined;
  if (expression.kind === 'rate') return notAfterEnd(previous + expression.milliseconds, timetable);
  return nextOfCron(expression.cron, timetable, previous);
}

/**
 * Times that clocks jump over are left out, and where clocks are set back the schedule runs only once (User Guide,
 * "Daylight savings time").
 */
function nextOfCron(cron: Cron, timetable: Timetable, after: number): number | undefined {
  const { zone } = timetable;
  for (const local of localTimesAfter(cron, localTimeOf(zone, after))) {
    const [instant] = instantsOf(zone, local);
    if (instant !== undefined && instant > after) return notAfterEnd(instant, timetable);
  }
  return undefined;
}

const notAfterEnd = (instant: number, { end }: Timetable) => (end !== undefined && instant > end ? undefined : instant);
