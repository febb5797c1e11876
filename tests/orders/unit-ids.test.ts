import { describe, expect, it } from 'vitest';
import { OrderItemFields } from '#core/orders/order.ts';
import {
  lastTaken,
  maximumLeft,
  rangeFor,
  UNIT_ID_LENGTH,
  type UnitIDRange,
  unitIDOf,
  withTaken,
} from '#core/orders/unit-ids.ts';
import { withMessage } from '#support/with-message.ts';

const four = (quantity: number, start?: number) => ({ quantity, start, uidLength: 4 as const });

describe('the unit IDs of a line', () => {
  it('begin at 1 and follow each other', () => {
    const first = rangeFor([], four(10))!;
    expect(first).toEqual({ from: 1, to: 10 });
    expect(rangeFor(withTaken([], first), four(5))).toEqual({ from: 11, to: 15 });
    expect(lastTaken(withTaken([], first))).toBe(10);
  });

  it('have 4 digits by default, or 5 [P1-K20]', () => {
    expect(UNIT_ID_LENGTH).toEqual({ usual: 4, highest: { 4: 9_999, 5: 99_999 } });
    expect([unitIDOf(21, 4), unitIDOf(21, 5)]).toEqual(['0021', '00021']);
    const { uidLength } = OrderItemFields.shape;
    expect([undefined, 4, 5].map((given) => uidLength.parse(given))).toEqual([4, 4, 5]);
    expect([3, 6, '4'].filter((given) => uidLength.safeParse(given).success)).toEqual([]);
  });

  it('end at the highest number of their length, and name the maximum that is left [P1-V33]', () => {
    const taken = [{ from: 1, to: 9_990 }];
    expect(rangeFor(taken, four(9))).toEqual({ from: 9_991, to: 9_999 });
    expect(rangeFor(taken, four(10))).toBeUndefined();
    expect(maximumLeft(taken, 4)).toBe(9);
    expect(maximumLeft(taken, 5)).toBe(90_009);
    expect(maximumLeft([{ from: 1, to: 99_999 }], 4)).toBe(0);
  });

  it('use a gap again that is large enough', () => {
    const taken = [
      { from: 1, to: 10 },
      { from: 14, to: 20 },
    ];
    expect(rangeFor(taken, four(3))).toEqual({ from: 11, to: 13 });
    expect(rangeFor(taken, four(4))).toEqual({ from: 21, to: 24 });
    expect(withTaken(taken, { from: 11, to: 13 })).toEqual([{ from: 1, to: 20 }]);
  });

  it('begin at a chosen number if all that follow are free', () => {
    const taken = [{ from: 100, to: 199 }];
    expect(rangeFor(taken, four(50, 50))).toEqual({ from: 50, to: 99 });
    expect(rangeFor(taken, four(51, 50))).toBeUndefined();
    expect(maximumLeft(taken, 4, 50)).toBe(50);
    expect(maximumLeft(taken, 4, 150)).toBe(0);
    // A number that is taken, or past the end, is no begin.
    expect(rangeFor(taken, four(1, 150))).toBeUndefined();
    expect(rangeFor([{ from: 9_000, to: 9_999 }], four(1, 9_500))).toBeUndefined();
    expect(maximumLeft([{ from: 9_000, to: 9_999 }], 4, 9_500)).toBe(0);
    expect(rangeFor([], four(1, 10_000))).toBeUndefined();
  });

  it('stay within their length beside longer ones, and never share a single number', () => {
    const long = [{ from: 12_000, to: 13_000 }];
    expect(maximumLeft(long, 4)).toBe(9_999);
    expect(rangeFor(long, four(10_000))).toBeUndefined();
    expect(lastTaken([{ from: 1, to: 5 }, ...long])).toBe(13_000);
    for (const touching of [
      { from: 13_000, to: 13_001 },
      { from: 11_999, to: 12_000 },
    ])
      expect(() => withTaken(long, touching)).toThrow(withMessage('A unit ID of this range is taken already'));
    expect(withTaken(long, { from: 13_001, to: 13_002 })).toEqual([{ from: 12_000, to: 13_002 }]);
  });

  it('are refused in more than 5,000 separate ranges, in words that fit the reason', () => {
    const taken = Array.from({ length: 5_000 }, (_, index) => ({ from: 2 * index + 1, to: 2 * index + 1 }));
    const added = { from: 20_000, to: 20_000 };
    expect(() => withTaken(taken, added)).toThrow(
      withMessage('This line has too many separate ranges. Please let the portal choose the first ID'),
    );
    expect(() => withTaken(taken, added, 'Too many')).toThrow(withMessage('Too many'));
  });

  it('are never taken twice, whatever is ordered', () => {
    let taken: UnitIDRange[] = [];
    const numbers = new Set<number>();
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 400; round++) {
      const start = random(3) === 0 ? 1 + random(9_999) : undefined;
      const quantity = 1 + random(60);
      const range = rangeFor(taken, four(quantity, start));
      if (!range) {
        expect(maximumLeft(taken, 4, start)).toBeLessThan(quantity);
        continue;
      }
      for (let number = range.from; number <= range.to; number++) {
        expect(numbers.has(number)).toBe(false);
        numbers.add(number);
      }
      taken = withTaken(taken, range);
    }
    expect(taken.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(numbers.size);
    expect(() => withTaken(taken, taken[0]!)).toThrow(withMessage('A unit ID of this range is taken already'));
  });
});
