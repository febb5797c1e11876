import { expect, test } from 'vitest';
import { refusedLines } from './refused-lines.ts';

const REFUSED = [
  "expect(work).toThrow('a text')",
  'expect(work).toThrow(`a text`)',
  'expect(work).toThrow(text)',
  'expect(work).toThrow(TEXT)',
  'expect(work).toThrow()',
  "await expect(work).rejects.toThrow('a text')",
  'await expect(work).rejects.toThrow()',
  "await page.getByText('a text').waitFor()",
  'await page.getByText(text).first().waitFor()',
  "await page.getByText('a text', { exact: false }).waitFor()",
  "await page.getByRole('row').filter({ hasText: 'a text' }).waitFor()",
];
const ALLOWED = [
  "expect(work).toThrow(withMessage('a text'))",
  'expect(work).toThrow(/a text/)',
  'expect(work).toThrow(RangeError)',
  "expect(work).toThrow(expect.objectContaining({ code: 'INVALID' }))",
  'expect(work).not.toThrow()',
  "await page.getByText('a text', { exact: true }).waitFor()",
  'await page.getByText(/a text/).waitFor()',
  "await page.getByRole('row').filter({ hasText: /a text/ }).waitFor()",
];

test('the linter refuses tests that compare a part of a text', () =>
  expect(refusedLines('tests/a.test.ts', [...REFUSED, ...ALLOWED])).toEqual(REFUSED));
