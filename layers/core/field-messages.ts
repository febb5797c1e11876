import type { z } from 'zod';

// The sentence for each rule that declares none of its own, on the server and in forms.

type Issue = z.core.$ZodRawIssue;

/** What people enter, by the type that a field expects. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  date: 'Enter a date',
  array: 'Enter a list',
  object: 'Enter named values',
  record: 'Enter named values',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, such as name@example.com',
  url: 'Enter a web address, such as https://example.com',
  date: 'Enter a date, such as 2026-11-21',
  time: 'Enter a time, such as 14:05',
  datetime: 'Enter a date and time, such as 2026-11-21T14:05:00Z',
};

const NOT_ACCEPTED = 'This is not accepted here. Check it for typing mistakes.';

const figure = (bound: number | bigint) => bound.toLocaleString('en');

function counted(bound: number | bigint, origin: string): string {
  const thing = origin === 'string' ? 'character' : 'entry';
  if (bound === 1 || bound === 1n) return `1 ${thing}`;
  return `${figure(bound)} ${thing === 'entry' ? 'entries' : 'characters'}`;
}

const isCounted = (origin: string) => ['string', 'array', 'set', 'map', 'record', 'object'].includes(origin);

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (!isCounted(origin)) return inclusive ? `Enter ${figure(minimum)} or more` : `Enter more than ${figure(minimum)}`;
  if (minimum === 1) return origin === 'string' ? 'Enter a value' : 'Enter at least 1 entry';
  return `Enter at least ${counted(minimum, origin)}`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (maximum === Number.MAX_SAFE_INTEGER) return 'Enter a smaller number';
  if (!isCounted(origin)) return inclusive ? `Enter ${figure(maximum)} or less` : `Enter less than ${figure(maximum)}`;
  return `Enter at most ${counted(maximum, origin)}`;
}

/** The choices if each option is one, else the reason of the last option whose issue is not only its type. */
function noOption({ errors }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const issues = errors.flatMap((option) => option.slice(0, 1));
  const choices = issues.flatMap((issue) => (issue.code === 'invalid_value' ? [issue.values] : []));
  if (choices.length === issues.length) return oneOf(choices.flat());
  const near = issues.findLast(({ code }) => code !== 'invalid_value' && code !== 'invalid_type');
  return (near ?? issues.at(-1))?.message ?? NOT_ACCEPTED;
}

const MOST_NAMED = 8;

function oneOf(values: readonly unknown[]): string {
  const named = values.filter((value) => value !== '').map(String);
  if (named.length === 0) return 'Leave this empty';
  if (named.length > MOST_NAMED) return 'Choose one of the options';
  return `Choose ${new Intl.ListFormat('en', { type: 'disjunction' }).format(named)}`;
}

function sentenceFor(issue: Issue): string {
  const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? 'Enter a value' : (TYPES[issue.expected] ?? NOT_ACCEPTED);
    case 'invalid_format':
      return isMissing ? 'Enter a value' : (FORMATS[issue.format] ?? NOT_ACCEPTED);
    case 'invalid_value':
      return isMissing && issue.values.length > 1 ? 'Choose one of the options' : oneOf(issue.values);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return `Enter a multiple of ${figure(issue.divisor)}`;
    case 'unrecognized_keys':
      return `Leave out ${new Intl.ListFormat('en').format(issue.keys)}`;
    case 'invalid_union':
      return noOption(issue);
    default:
      return NOT_ACCEPTED;
  }
}

/** Parses what people or callers entered. Every message of the result is a sentence for them. */
export const parseFields = <Schema extends z.ZodType>(schema: Schema, entered: unknown) =>
  schema.safeParse(entered, { error: sentenceFor });
