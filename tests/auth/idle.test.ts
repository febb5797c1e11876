import { expect, it, test } from 'vitest';
import { SIGN_OUT_AFTER, WARN_AFTER } from '#core/auth/idle.ts';
import { afterActivity, idlePhase, secondsLeft, untilNextPhase } from '#web/lib/session/idle.ts';

const START = 1_790_000_000_000;
const after = (seconds: number) => START + seconds * 1000;

test.each([
  [0, 'active'],
  [2399, 'active'],
  [2400, 'warning'],
  [2459, 'warning'],
  [2460, 'expired'],
  [90_000, 'expired'],
] as const)('%i s without activity: %s [P1-K29 P1-K30 P3-K06 P3-K07]', (seconds, phase) =>
  expect(idlePhase(START, after(seconds))).toBe(phase),
);

it('starts again after activity in the last minute', () => {
  const lastActive = afterActivity(START, after(2459));
  expect(lastActive).toBe(after(2459));
  expect(idlePhase(lastActive, after(2460))).toBe('active');
});

it('stays expired after the sign-out', () => expect(afterActivity(START, after(2460))).toBe(START));

it('ignores an activity that is older than the last one', () =>
  expect(afterActivity(after(100), after(50))).toBe(after(100)));

test.each([
  [0, WARN_AFTER],
  [100, WARN_AFTER - 100_000],
  [2400, SIGN_OUT_AFTER - WARN_AFTER],
  [2450, 10_000],
  [2460, 0],
])('at %i s the next phase is %i ms away', (seconds, milliseconds) =>
  expect(untilNextPhase(START, after(seconds))).toBe(milliseconds),
);

test.each([
  [2400, 60],
  [2400.2, 60],
  [2459.5, 1],
  [2470, 0],
])('at %d s the warning counts %i', (seconds, left) => expect(secondsLeft(START, after(seconds))).toBe(left));
