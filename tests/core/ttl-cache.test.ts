import { describe, expect, it } from 'vitest';
import { TtlCache } from '#core/ttl-cache.ts';

describe('a cache with expiry', () => {
  it('returns a value before its expiry, and not at it', () => {
    const cache = new TtlCache<string>();
    cache.set('a', 'one', 100);
    expect(cache.get('a', 99)).toBe('one');
    expect(cache.get('a', 100)).toBeUndefined();
    expect(cache.get('b', 0)).toBeUndefined();
  });

  it('replaces and deletes a value', () => {
    const cache = new TtlCache<string>();
    cache.set('a', 'one', 100);
    cache.set('a', 'two', 200);
    expect(cache.get('a', 150)).toBe('two');
    cache.delete('a');
    expect(cache.get('a', 150)).toBeUndefined();
  });

  it('has a maximum size: the value that was set first is removed', () => {
    const cache = new TtlCache<number>(2);
    for (const [place, key] of ['a', 'b', 'a', 'c'].entries()) cache.set(key, place, 100);
    expect(['a', 'b', 'c'].map((key) => cache.get(key, 0))).toEqual([2, undefined, 3]);
  });
});
