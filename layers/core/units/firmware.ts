import { shownFirmware } from './unit.ts';

/**
 * Compares two firmware versions part by part as numbers: 2.10 is above 2.9. A missing part is 0. Text after an underscore
 * is ignored [P2-V45]. 423137 is 4.2.31.3.7, as in masks. Returns a number below 0 if `left` is older.
 */
export function compareFirmware(left: string, right: string): number {
  const [a, b] = [parts(left), parts(right)];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Reads a version that is written without its dots, `423137`, as one whose parts are as long as those of `like`: 4.2.31.3.7. The last part takes all that is left.
 * A version with dots stays as it is.
 */
export function dottedLike(firmware: string, like: string): string {
  const digits = shownFirmware(firmware);
  if (digits.includes('.')) return digits;
  const lengths = shownFirmware(like)
    .split('.')
    .map(({ length }) => length);
  let from = 0;
  const parts = lengths.map((length, index) => {
    const to = index === lengths.length - 1 ? digits.length : from + length;
    const part = digits.slice(from, to);
    from = to;
    return part;
  });
  return parts.filter((part) => part !== '').join('.');
}

/** A key that sorts firmware versions as `compareFirmware` does. Equal versions have the same key. */
export function firmwareKey(firmware: string): string {
  const numbers = parts(firmware);
  while (numbers.at(-1) === 0) numbers.pop();
  // The number of digits comes first, so that 10 sorts after 9.
  return numbers.map((part) => `${String(String(part).length).padStart(2, '0')}${part}`).join('.');
}

export const isFirmwareAbove = (firmware: string, threshold: string) => compareFirmware(firmware, threshold) > 0;

/** Numbers of profiles without dots, such as 423137, are written like this one. */
const UNDOTTED_LIKE = '4.2.31.3.5';
const isUndotted = (firmware: string) => /^\d{5,}$/.test(firmware);

const parts = (firmware: string) => {
  const digits = shownFirmware(firmware);
  return (isUndotted(digits) ? dottedLike(digits, UNDOTTED_LIKE) : digits)
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);
};
