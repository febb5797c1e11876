import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from './name-skeleton.ts';

// The fields of forms. `label` is what people call the field; messages begin with it.

const MAX_EMAIL_LENGTH = 254;

const missing = (label: string) => `${label} is missing`;
const atMost = (maxLength: number) => `At most ${maxLength.toLocaleString('en')} characters`;
/** The message for a field that is empty or invalid. */
const refusal = (label: string, message: string) => ({
  error: (issue: { input: unknown }) => (issue.input ? message : missing(label)),
});

const isEmpty = (input: unknown) => input === undefined || input === null || input === '';

/** A text that people must enter. */
export const text = (label: string, maxLength = 100) =>
  z
    .string(missing(label))
    .trim()
    .min(1, missing(label))
    .max(maxLength, atMost(maxLength))
    .refine(isVisible, NOT_VISIBLE);

/** A text in one line that may be empty. */
export const optionalText = (maxLength = 100) =>
  z.string().trim().max(maxLength, atMost(maxLength)).refine(isVisible, NOT_VISIBLE).default('');

/** A text of several lines that may be empty. */
export const note = (maxLength: number) => z.string().trim().max(maxLength, atMost(maxLength)).default('');

/** A text as it is stored: it may be older than the rule for what people enter. */
export const storedText = z.string().default('');

export const wholeNumber = (label: string, { minimum = 0, maximum = 1_000_000 } = {}) =>
  z
    .int({ error: ({ input }) => (isEmpty(input) ? missing(label) : `${label} must be a whole number`) })
    .min(minimum, `${label} must be at least ${minimum.toLocaleString('en')}`)
    .max(maximum, `${label} must be at most ${maximum.toLocaleString('en')}`);

/**
 * A calendar day, without a time or a zone: `2026-11-21`.
 * @public Used by areas that `npm run new:area` writes, like the fields below.
 */
export const day = (label: string) => z.iso.date(refusal(label, `${label} must be a day of the calendar`));

/** @public */
export const emailAddress = (label: string) =>
  z.email(refusal(label, 'Not an e-mail address')).max(MAX_EMAIL_LENGTH, atMost(MAX_EMAIL_LENGTH));

/**
 * A phone number of North America, as its ten digits: `8015550123`.
 * @public
 */
export const phoneNumber = (label: string) =>
  z.string(missing(label)).regex(/^\d{10}$/, refusal(label, `${label} must have ten digits`));

/** @public */
export const choice = <const Options extends readonly [string, ...string[]]>(label: string, options: Options) =>
  z.enum(options, missing(label));

/**
 * The same field, which may also be empty.
 * @public
 */
export const orEmpty = <Field extends z.ZodType<string>>(field: Field) => z.union([z.literal(''), field]).default('');
