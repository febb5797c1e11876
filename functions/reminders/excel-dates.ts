import { DAY } from '#core/time.ts';

export const FROM_1904 = 'The workbook counts its days from 1904. Save the sheet as .csv, and choose that file';

/** The formats of dates that every workbook has (MS-XLS, 2.5.165). */
const isKnownDate = (format: number) => (format >= 14 && format <= 17) || format === 22 || isDateOfEastAsia(format);
const isDateOfEastAsia = (format: number) => (format >= 27 && format <= 36) || (format >= 50 && format <= 58);

/** Excel takes no longer format, and the time to read one must not grow with what a file says. */
const LONGEST_FORMAT = 255;

/** What a format writes as it is: texts in quotes and brackets, and single characters. A text without an end goes on to the end of the format. */
const LITERAL = /"[^"]*"?|\[[^\]]*\]?|[\\_*]./g;

/** True if cells with the format show a day. `own`: what the workbook says of the format. */
export function isDateFormat(format: number, own: string | undefined): boolean {
  if (own === undefined) return isKnownDate(format);
  return own.length <= LONGEST_FORMAT && /[yd]|mmm/i.test(own.replaceAll(LITERAL, '').replace(/general/i, ''));
}

/** The day before the first one of Excel, which has a 29 February 1900 that never was. */
const FIRST = Date.UTC(1899, 11, 30);
const AFTER_WRONG_DAY = 61;
const MOST_DAYS = 2_958_465;

/** The day of a number that is shown as a date, such as 2026-11-21; undefined if Excel and the calendar do not agree on it. */
export const dayOf = (value: number): string | undefined =>
  value >= AFTER_WRONG_DAY && value < MOST_DAYS + 1
    ? new Date(FIRST + Math.floor(value) * DAY).toISOString().slice(0, 10)
    : undefined;
