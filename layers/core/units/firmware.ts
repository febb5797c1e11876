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

export const isFirmwareAbove = (firmware: string, threshold: string) => compareFirmware(firmware, threshold) > 0;

const parts = (firmware: string) =>
  shownFirmware(firmware)
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);
