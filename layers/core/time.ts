import { z } from 'zod';

/** A moment in UTC: `2026-11-21T09:30:00.000Z`. */
export const Instant = z.iso.datetime();

/** An input with a range between the instants of two fields. One that ends before it begins is refused: the table cannot read it. */
export const withRange = <Input extends z.ZodObject>(
  input: Input,
  from: keyof Input['shape'],
  to: keyof Input['shape'],
) =>
  input.refine((given: Record<PropertyKey, unknown>) => !(String(given[from] ?? '') > String(given[to] ?? '\uffff')), {
    path: [to],
    message: 'The end date lies before the start date',
  });

/** The browser's offset in minutes from `Date.getTimezoneOffset()`: 300 in New York in winter. */
export const DateOffset = z.coerce.number().int().min(-900).max(900);

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Converts milliseconds since 1970 to an Instant. */
export const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
