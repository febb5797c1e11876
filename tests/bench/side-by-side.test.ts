import { describe, expect, it } from 'vitest';
import { meets, targetInWords } from '#scripts/bench/measure.ts';
import { median, percentile, ratioOf, sideBySide } from '#scripts/bench/side-by-side.ts';

const PATIENT = 60_000;

describe('the median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 9, 1, 2], 5.5],
  ])('of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

  it('throws without samples', () => expect(() => median([])).toThrow(RangeError));

  it('lets one slow sample change no ratio', () => {
    expect(ratioOf([2, 2, 900], [1, 1, 1])).toBe(2);
  });
});

describe('the percentile', () => {
  it.each([
    [[5], 0.99, 5],
    [[3, 1, 2, 4], 0.5, 2],
    [Array.from({ length: 200 }, (_, index) => 200 - index), 0.99, 198],
    [[7, 8], 1, 8],
  ])('of %j and %d is %d', (values, share, expected) => expect(percentile(values, share)).toBe(expected));

  it('throws without samples', () => expect(() => percentile([], 0.5)).toThrow(RangeError));
});

describe('measuring side by side', () => {
  it('alternates, and starts with each side equally often', async () => {
    const order: string[] = [];
    const way = (name: string) => async () => {
      order.push(name);
      return 1;
    };
    await sideBySide({ a: way('a'), b: way('b'), c: way('c') }, { rounds: 3, patience: PATIENT });
    expect(order.join('')).toBe('abcbcacab');
  });

  it('keeps the returned samples, without those of the warm-up', async () => {
    let count = 0;
    const samples = await sideBySide({ a: async () => ++count }, { rounds: 3, warmUp: 2, patience: PATIENT });
    expect(samples).toEqual({ a: [3, 4, 5] });
  });

  it('measures the time if a side returns nothing', async () => {
    const wait = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 20));
    const samples = await sideBySide({ a: wait }, { rounds: 1, patience: PATIENT });
    expect(samples.a).toHaveLength(1);
    expect(samples.a[0]).toBeGreaterThanOrEqual(19);
  });

  it('stops when the time is over, but not before five rounds', async () => {
    const samples = await sideBySide({ a: async () => 1, b: async () => 2 }, { rounds: 1_000, patience: 0 });
    expect(samples).toEqual({ a: [1, 1, 1, 1, 1], b: [2, 2, 2, 2, 2] });
  });
});

describe('a target', () => {
  it.each([
    ['a maximum that is met', { value: 1.2, target: { atMost: 1.2 } }, true],
    ['a maximum that is exceeded', { value: 1.21, target: { atMost: 1.2 } }, false],
    ['a minimum that is met', { value: 0.5, target: { atLeast: 0.5 } }, true],
    ['a minimum that is missed', { value: 0.49, target: { atLeast: 0.5 } }, false],
    ['none', { value: 100 }, true],
    ['a figure that is not a number', { value: Number.NaN, target: { atMost: 1 } }, false],
  ])('%s', (_, finding, met) => expect(meets(finding)).toBe(met));

  it('is described in words', () => {
    expect(targetInWords({ target: { atMost: 1.5 } })).toBe('at most 1.5');
    expect(targetInWords({ target: { atLeast: 0.5 } })).toBe('at least 0.5');
    expect(targetInWords({})).toBe('');
  });
});
