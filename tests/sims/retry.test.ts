import { describe, expect, it } from 'vitest';
import { CarrierFailure } from '#adapters/carriers/failure.ts';
import { withRetry } from '#adapters/carriers/retry.ts';
import { aClock } from './support.ts';

/** Tries with a carrier whose tries take so long and fail. Returns when each began, in milliseconds. */
async function triesOf(milliseconds: number, failure: CarrierFailure, repeatable = true): Promise<number[]> {
  const clock = aClock(0);
  const began: number[] = [];
  const attempt = async () => {
    began.push(clock.now());
    clock.pass(milliseconds);
    throw failure;
  };
  await expect(withRetry(attempt, { clock, repeatable, random: () => 1 })).rejects.toBe(failure);
  return began;
}

describe('a call that fails', () => {
  it('is tried four times, at growing intervals', async () => {
    expect(await triesOf(0, new CarrierFailure('silent', 'No answer'))).toEqual([0, 400, 1_200, 2_800]);
  });

  it('is not tried again after 12 s: whoever waits is answered before the gateway gives up', async () => {
    expect(await triesOf(10_000, new CarrierFailure('silent', 'No answer'))).toEqual([0, 10_400]);
    const busy = new CarrierFailure('busy', 'Too many', { retryAfter: 7_000 });
    expect(await triesOf(0, busy, false)).toEqual([0, 7_000]);
  });

  it('is tried once if it may have been done and cannot be repeated', async () => {
    expect(await triesOf(0, new CarrierFailure('silent', 'No answer'), false)).toEqual([0]);
  });
});
