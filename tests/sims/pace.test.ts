import { describe, expect, it } from 'vitest';
import { CALLS_PER_WINDOW, earliestStart, paceCall, recentReleases, WINDOW_MS } from '#adapters/carriers/pace.ts';
import { withMessage } from '#support/with-message.ts';
import { inProcessLease } from './in-process-lease.ts';
import { aClock } from './support.ts';

describe('the rate of an account', () => {
  it('allows five calls and delays the sixth until the first is a second ago', () => {
    expect(CALLS_PER_WINDOW).toBe(5);
    expect(WINDOW_MS).toBeGreaterThanOrEqual(1_000);
    expect(earliestStart([], 10_000)).toBe(10_000);
    expect(earliestStart([9_000, 9_100, 9_200, 9_300], 10_000)).toBe(10_000);
    expect(earliestStart([9_500, 9_600, 9_700, 9_800, 9_900], 10_000)).toBe(9_500 + WINDOW_MS);
    expect(earliestStart([100, 9_500, 9_600, 9_700, 9_800, 9_900], 10_000)).toBe(9_500 + WINDOW_MS);
    expect(earliestStart([1_000, 1_000, 1_000, 1_000, 1_000], 10_000)).toBe(10_000);
  });

  it('delays a call by one window at most if the clock of the calls before was ahead', () => {
    expect(earliestStart([60_000, 60_000, 60_000, 60_000, 60_000], 10_000)).toBe(10_000 + WINDOW_MS);
  });

  it('stores no more releases than it needs', () => {
    const releases = [1, 2, 3, 4, 5, 6, 7].reduce<readonly number[]>(recentReleases, []);
    expect(releases).toEqual([3, 4, 5, 6, 7]);
  });
});

describe('the lease', () => {
  it('has one holder at a time, in order of the requests', async () => {
    const lease = inProcessLease(aClock());
    const order: string[] = [];
    let running = 0;
    const call = (name: string) =>
      paceCall(lease, 'account', async () => {
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(name);
        running -= 1;
      });
    await Promise.all(['a', 'b', 'c', 'd'].map(call));
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts at most five calls in a second, however short they are', async () => {
    const clock = aClock();
    const lease = inProcessLease(clock);
    const starts: number[] = [];
    await Promise.all(
      Array.from({ length: 23 }, () => paceCall(lease, 'account', async () => void starts.push(clock.now()))),
    );
    for (const start of starts) {
      expect(starts.filter((other) => other >= start && other < start + 1_000).length).toBeLessThanOrEqual(5);
    }
    expect(starts.at(-1)! - starts[0]!).toBeLessThan(5_000);
  });

  it('is released when a call fails', async () => {
    const lease = inProcessLease(aClock());
    await expect(
      paceCall(lease, 'account', async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow(withMessage('no'));
    expect(await paceCall(lease, 'account', async () => 'yes')).toBe('yes');
  });

  it('is separate for each account', async () => {
    const lease = inProcessLease(aClock());
    await lease.acquire('one');
    expect(await paceCall(lease, 'two', async () => 'free')).toBe('free');
  });
});
