import { shownFirmware } from './unit.ts';

/**
 * Compares two firmware versions part by part as numbers: 2.10 is above 2.9. A missing part is 0. Text after an underscore
 * is ignored [P2-V45]. Returns a number below 0 if `left` is older.
 */
export function compareFirmware(left: string, right: string): number {
  const [a, b] = [parts(left), parts(right)];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A key that sorts firmware versions as `compareFirmware` does. Equal versions have the same key. */
export function firmwareKey(firmware: string): string {
  const numbers = parts(firmware);
  while (numbers.at(-1) === 0) numbers.pop();
  // The number of digits comes first, so that 10 sorts after 9.
  return numbers.map((part) => `${String(String(part).length).padStart(2, '0')}${part}`).join('.');
}

export const isFirmwareAbove = (firmware: string, threshold: string) => compareFirmware(firmware, threshold) > 0;

const parts = (firmware: string) =>
  shownFirmware(firmware)
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);
