import { expect, test } from 'vitest';
import { isLatestStateWhole, latestStateOf } from '#core/sims/latest-state.ts';
import { SETTLING_MS } from '#core/sims/settling.ts';
import { instant, MINUTE } from '#core/time.ts';
import { TODAY } from './support.ts';

const step = (step: 'asked' | 'accepted' | 'confirmed' | 'unknown' | 'withdrawn', ago: number, reference = 'r') => ({
  ...{ reference, step, action: 'state' as const, at: instant(TODAY - ago) },
});
const text = (ago: number) => ({ ...step('asked', ago, 'text'), action: 'sms' as const });

test.each([
  ['nothing', [], false],
  ['texts only', [text(0), text(MINUTE)], false],
  ['an accepted request without its begin', [step('accepted', 0)], false],
  ['a request whose confirmation before may be older', [step('accepted', 0), step('asked', MINUTE)], false],
  ['a request with its own confirmation', [step('confirmed', 0), step('asked', MINUTE)], true],
  ['a request and the confirmation before it', [step('asked', 0), step('confirmed', MINUTE, 'before')], true],
  ['a request before which the settling time was quiet', [step('asked', 0), text(SETTLING_MS + 1)], true],
  ['a request, and not all of the settling time before it', [step('asked', 0), text(SETTLING_MS)], false],
])('the steps that were read suffice: %s', (_, steps, isWhole) => expect(isLatestStateWhole(steps)).toBe(isWhole));

test('the confirmation of the latest request counts, also if that of an earlier one came after it', () => {
  const own = step('confirmed', MINUTE);
  const steps = [step('confirmed', 0, 'before'), own, step('asked', 2 * MINUTE), step('asked', 3 * MINUTE, 'before')];
  expect(latestStateOf(steps)).toEqual({ confirmed: own });
});

test('a request that was withdrawn was never made: the one before it counts', () => {
  const before = [step('unknown', MINUTE, 'before'), step('asked', 2 * MINUTE, 'before')];
  const withdrawn = [step('withdrawn', 0), step('asked', 1)];
  expect(latestStateOf([...withdrawn, ...before])).toEqual(latestStateOf(before));
  expect(latestStateOf(before).unanswered).toBe(before[1]);
});
