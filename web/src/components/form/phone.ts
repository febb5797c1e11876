import { digitsOf } from '#core/text.ts';

export const PHONE_DIGITS = 10;

/** The digits of a typed or pasted text, at most ten; a country code 1 before ten digits is dropped. */
export function phoneDigits(typed: string): string {
  const digits = digitsOf(typed);
  const national = digits.length === PHONE_DIGITS + 1 && digits.startsWith('1') ? digits.slice(1) : digits;
  return national.slice(0, PHONE_DIGITS);
}

/** `8015550123` gives `(801) 555-0123`; fewer digits are formatted as far as they go. */
export function formatPhone(typed: string): string {
  const digits = phoneDigits(typed);
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The caret's position in `formatted`, after the same number of digits as before. */
export function caretAfterDigits(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (/\d/.test(formatted[index]!) && ++seen === digitsBefore) return index + 1;
  }
  return formatted.length;
}
