import { z } from 'zod';
import { isDay } from '../calendar-days.ts';
import { DAY, DateOffset, Instant, instant, MINUTE } from '../time.ts';

/** P3-V04. */
export const REVERSED_DATES = 'Start Date must be less than End Date';

const NO_DATE = 'Enter a date, such as 2026-11-21';
const isMoment = (text: string) => isDay(text) || Instant.safeParse(text).success;

/** A bound of a log: an instant, or a day of the browser's calendar (`2026-11-21`). */
const LogMoment = z.string({ error: NO_DATE }).refine(isMoment, NO_DATE);

/** The range of a log. `dateOffset` is the offset of the browser whose days the bounds are. */
export const LOG_RANGE = { startDate: LogMoment, endDate: LogMoment, dateOffset: DateOffset.default(0) };

interface LogRangeAsked {
  startDate: string;
  endDate: string;
  dateOffset: number;
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
/** Instants outside of four-digit years have another form. */
const inFourDigits = (milliseconds: number) => Math.min(Math.max(milliseconds, 0), LATEST);

const startOf = ({ startDate, dateOffset }: LogRangeAsked) =>
  isDay(startDate) ? inFourDigits(Date.parse(startDate) + dateOffset * MINUTE) : Date.parse(startDate);

const endOf = ({ endDate, dateOffset }: LogRangeAsked) =>
  isDay(endDate) ? inFourDigits(Date.parse(endDate) + dateOffset * MINUTE + DAY - 1) : Date.parse(endDate);

/** The first and the last instant of a range. The last day is included. */
export const instantsOf = (asked: LogRangeAsked) => ({
  startDate: instant(startOf(asked)),
  endDate: instant(endOf(asked)),
});

interface AskedRange {
  startDate: string;
  endDate: string;
  dateOffset?: number;
  /** The name of the offset in protocol logs. */
  utcOffset?: number;
}

/** An input with a range that does not end before it begins. Equal dates pass. */
export const inOrder = <Input extends z.ZodObject>(input: Input) =>
  input.refine(
    (asked: Record<string, unknown>) => {
      const { dateOffset, utcOffset, ...bounds } = asked as unknown as AskedRange;
      const range = { ...bounds, dateOffset: dateOffset ?? utcOffset ?? 0 };
      return !(startOf(range) > endOf(range));
    },
    { path: ['endDate'], message: REVERSED_DATES },
  );
