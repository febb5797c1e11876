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
/** Instants outside of four-digit years have another form. What is no number is refused by the rule of its own field. */
const inFourDigits = (milliseconds: number) => instant(Math.min(Math.max(milliseconds || 0, 0), LATEST));

const midnight = (day: string, dateOffset: number) => Date.parse(day) + dateOffset * MINUTE;

/** The first and the last instant of a range. The last day is included. */
export const instantsOf = ({ startDate, endDate, dateOffset }: LogRangeAsked) => ({
  startDate: isDay(startDate) ? inFourDigits(midnight(startDate, dateOffset)) : startDate,
  endDate: isDay(endDate) ? inFourDigits(midnight(endDate, dateOffset) + DAY - 1) : endDate,
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
      const { startDate, endDate } = instantsOf({ ...bounds, dateOffset: dateOffset ?? utcOffset ?? 0 });
      return !(startDate > endDate);
    },
    { path: ['endDate'], message: REVERSED_DATES },
  );
