import { expect, it } from 'vitest';
import { isStalled } from '#core/reminders/bulk-schedule.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';

const now = Date.UTC(2026, 10, 28, 12);
const ago = (milliseconds: number) => instant(now - milliseconds);

it.each([
  [
    'rows are left and no part was finished for more than two hours',
    { openParts: 1, movedAt: ago(2 * HOUR + 1) },
    true,
  ],
  ['none was ever finished', { openParts: 80 }, true],
  ['a part was finished two hours ago', { openParts: 1, movedAt: ago(2 * HOUR) }, false],
  ['a part was finished a minute ago', { openParts: 1, movedAt: ago(MINUTE) }, false],
  ['every part is finished', { openParts: 0, movedAt: ago(9 * HOUR) }, false],
])('knows whether a schedule is stalled: %s', (_case, progress, expected) => {
  expect(isStalled({ createdAt: ago(10 * HOUR), ...progress }, now)).toBe(expected);
});
