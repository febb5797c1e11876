import { shownFirmware } from './unit.ts';

/**
 * Compares two firmware versions part by part as numbers, so that 2.10 is above 2.9; missing parts count as 0 and what
 * follows an underscore does not count [P2-V45]. Below 0 where `left` is the older one.
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
