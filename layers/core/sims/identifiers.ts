import { digitsOf } from '../text.ts';

/** Whether the last digit of a number is the check digit of those before it (ISO/IEC 7812-1, "Luhn"). */
export const hasCheckDigit = (digits: string) => luhnSum(digits) % 10 === 0;

/** The digit that makes the number pass when it is appended. */
export const checkDigit = (digits: string) => String((10 - (luhnSum(`${digits}0`) % 10)) % 10);

/** An IMEI has so many digits. Some units add characters for the version of their software. */
const IMEI_LENGTH = 15;

/**
 * The IMEI as carriers know it: with more than 15 characters, its first 14 digits and their check digit (3GPP TS 23.003, 6.2) [P2-V50].
 * Anything else stays as it is.
 */
export const shownImei = (imei: string): string =>
  imei.length > IMEI_LENGTH && /^\d{14}/.test(imei) ? imei.slice(0, 14) + checkDigit(imei.slice(0, 14)) : imei;

function luhnSum(digits: string): number {
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd += 1) {
    const digit = Number(digits[digits.length - 1 - fromEnd]);
    const weighed = fromEnd % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum;
}

/**
 * True if a SIM's number can be dialled. Machine lines have numbers of up to 15 digits that only their carrier can reach: a
 * number of more than 11 digits is one [P2-V49]. Only digits are counted.
 */
export function isDialable(msisdn: string | undefined): boolean {
  const length = digitsOf(msisdn ?? '').length;
  return length > 0 && length <= 11;
}
