import { DAY, HOUR, MINUTE } from '#core/time.ts';

const STEPS: readonly { below: number; size: number; unit: string }[] = [
  { below: HOUR, size: MINUTE, unit: 'min' },
  { below: DAY, size: HOUR, unit: 'h' },
  { below: 60 * DAY, size: DAY, unit: 'd' },
  { below: 2 * 365 * DAY, size: 30.44 * DAY, unit: 'mo' },
  { below: Number.POSITIVE_INFINITY, size: 365.25 * DAY, unit: 'y' },
];

/** `3 min ago`, `in 2 h`, `just now`: the largest whole unit, rounded down. */
export function relativeTime(then: Date, now: Date): string {
  const span = now.getTime() - then.getTime();
  const length = Math.abs(span);
  if (length < MINUTE) return 'just now';
  const { size, unit } = STEPS.find((step) => length < step.below)!;
  const amount = `${Math.floor(length / size)} ${unit}`;
  return span > 0 ? `${amount} ago` : `in ${amount}`;
}
