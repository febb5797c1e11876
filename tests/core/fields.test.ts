import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { choice, day, emailAddress, optionalText, orEmpty, phoneNumber, text, wholeNumber } from '#core/fields.ts';

const messagesOf = (field: z.ZodType, value: unknown) =>
  field.safeParse(value).error?.issues.map(({ message }) => message);

describe('a field of a form', () => {
  it.each([
    ['text', text('Name'), ' Ann ', 'Ann'],
    ['text', optionalText(), undefined, ''],
    ['text', optionalText(), ' ', ''],
    ['whole number', wholeNumber('Days'), 0, 0],
    ['day', day('Day'), '2028-02-29', '2028-02-29'],
    ['e-mail address', emailAddress('E-mail'), 'ann@example.com', 'ann@example.com'],
    ['phone number', phoneNumber('Phone'), '8015550123', '8015550123'],
    ['choice', choice('Status', ['Open', 'Closed']), 'Open', 'Open'],
    ['day or nothing', orEmpty(day('Day')), undefined, ''],
    ['day or nothing', orEmpty(day('Day')), '', ''],
  ])('takes a %s', (_, field, value, parsed) => {
    expect(field.parse(value)).toBe(parsed);
  });

  it.each([
    ['text', text('Name'), 'Name is missing'],
    ['whole number', wholeNumber('Days'), 'Days is missing'],
    ['day', day('Day'), 'Day is missing'],
    ['e-mail address', emailAddress('E-mail'), 'E-mail is missing'],
    ['phone number', phoneNumber('Phone'), 'Phone is missing'],
    ['choice', choice('Status', ['Open', 'Closed']), 'Status is missing'],
  ])('asks for a missing %s', (_, field, message) => {
    expect([messagesOf(field, undefined), messagesOf(field, '')]).toEqual([[message], [message]]);
  });

  it.each([
    ['a text that is too long', text('Name', 3), 'Anna', 'At most 3 characters'],
    ['a number that is too low', wholeNumber('Days', { minimum: 1 }), 0, 'Days must be at least 1'],
    ['a number that is too high', wholeNumber('Days'), 1_000_001, 'Days must be at most 1,000,000'],
    ['a day that no calendar has', day('Day'), '2027-02-29', 'Day must be a day of the calendar'],
    ['such a day where none is needed', orEmpty(day('Day')), '2027-02-29', 'Day must be a day of the calendar'],
    ['what is no address', emailAddress('E-mail'), 'ann@', 'Not an e-mail address'],
    ['a phone number of nine digits', phoneNumber('Phone'), '801555012', 'Phone must have ten digits'],
  ])('refuses %s', (_, field, value, message) => {
    expect(messagesOf(field, value)).toEqual([message]);
  });
});
