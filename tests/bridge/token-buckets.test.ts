import { describe, expect, it } from 'vitest';
import { TokenBuckets } from '#bridge/limits/token-buckets.ts';

const rate = { burst: 3, perMinute: 60 };
const takes = (buckets: TokenBuckets, times: number, now: number, key = 'A') =>
  Array.from({ length: times }, () => buckets.take(key, now)).filter(Boolean).length;

describe('a limit of the rate', () => {
  it('allows the burst at once, then the rate', () => {
    const buckets = new TokenBuckets(rate);
    expect(takes(buckets, 10, 0)).toBe(3);
    expect(takes(buckets, 10, 999)).toBe(0);
    expect(takes(buckets, 10, 1_000)).toBe(1);
    expect(takes(buckets, 10, 3_000)).toBe(2);
    expect(takes(buckets, 10, 3_600_000)).toBe(3);
  });

  it('counts each key apart', () => {
    const buckets = new TokenBuckets(rate);
    expect(takes(buckets, 10, 0, 'A')).toBe(3);
    expect(takes(buckets, 10, 0, 'B')).toBe(3);
  });

  it('survives a clock that steps back', () => {
    const buckets = new TokenBuckets(rate);
    expect(takes(buckets, 2, 10_000)).toBe(2);
    expect(takes(buckets, 10, 5_000)).toBe(1);
  });

  it('leaves a key what it has earned since a time, and never more than it had', () => {
    const buckets = new TokenBuckets({ burst: 10, perMinute: 60 });
    buckets.earnedSince('A', 8_000, 10_000);
    expect(takes(buckets, 20, 10_000)).toBe(2);
    buckets.earnedSince('A', 0, 10_000);
    expect(takes(buckets, 20, 11_000)).toBe(1);
    buckets.earnedSince('B', 10_000, 10_000, 3);
    expect(takes(buckets, 20, 10_000, 'B')).toBe(3);
    buckets.earnedSince('B', 10_000, 10_000, 3);
    expect(takes(buckets, 20, 10_000, 'B')).toBe(3);
    buckets.earnedSince('C', 0, 3_600_000);
    expect(takes(buckets, 20, 3_600_000, 'C')).toBe(10);
  });

  it('forgets a key that was quiet for long, and no other', () => {
    const buckets = new TokenBuckets(rate);
    takes(buckets, 3, 0, 'quiet');
    takes(buckets, 3, 2_500, 'busy');
    buckets.sweep(3_000);
    expect(buckets.size).toBe(1);
    expect(takes(buckets, 10, 3_000, 'busy')).toBe(0);
  });
});
