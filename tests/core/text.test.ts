import { expect, test } from 'vitest';
import { Imei } from '#core/sims/entered-numbers.ts';
import { digitsOf, inCapitals, nullIfEmpty, withoutBlanks } from '#core/text.ts';

test.each([
  ['(801) 555-0123', '8015550123'],
  ['+1 801.555 0123 ext. 7', '180155501237'],
  ['none', ''],
  ['٣٤', ''],
])('the digits of %j are %j [P1-V40]', (text, digits) => expect(digitsOf(text)).toBe(digits));

test.each([
  [' a b\tc\r\nd\u00a0e ', 'abcde'],
  ['', ''],
])('%j without blanks is %j [P1-V41]', (text, left) => expect(withoutBlanks(text)).toBe(left));

test.each([
  ['ab-1c', 'AB-1C'],
  ['été', 'ÉTÉ'],
])('%j in capitals is %j [P1-V42]', (text, capitals) => expect(inCapitals(text)).toBe(capitals));

test.each([
  ['', null],
  ['  \t', null],
  ['0', '0'],
  [' a ', ' a '],
])('%j is kept as %j [P1-V43]', (text, value) => expect(nullIfEmpty(text)).toBe(value));

test.each([
  ['490154203237518', true],
  ['4901542032375181', true],
  ['490154203237519', false],
  ['49015420323751', false],
  ['49015420323751A', false],
])('the IMEI %s passes: %s', (imei, passes) => expect(Imei.safeParse(imei).success).toBe(passes));
