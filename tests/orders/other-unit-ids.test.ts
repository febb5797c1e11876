import { describe, expect, it } from 'vitest';
import { renumberedOccurrence } from '#core/orders/occurrences.ts';
import type { OrderRecord } from '#core/orders/order.ts';
import {
  freeNumbers,
  numberAt,
  otherUnitIDsInWords,
  requireFewParts,
  withNumbers,
} from '#core/orders/other-unit-ids.ts';
import { withMessage } from '#support/with-message.ts';

const everySecond = (parts: number) => Array.from({ length: parts }, (_, index) => 2 * index + 1);
const range = { startingUnitID: '0041', uidLength: 4 } as const;

describe('places of an item with other unit IDs than its range', () => {
  it('have their numbers, and the others those of the range', () => {
    const otherUnitIDs = withNumbers({}, [1, 3, 4], [7, 50, 51]);
    expect(otherUnitIDs).toEqual([
      { place: 1, quantity: 1, number: 7 },
      { place: 3, quantity: 2, number: 50 },
    ]);
    expect([1, 2, 3, 4, 5].map((place) => numberAt({ ...range, otherUnitIDs }, place))).toEqual([7, 42, 50, 51, 45]);
    expect(otherUnitIDsInWords({ uidLength: 4, otherUnitIDs })).toBe('Unit 1: 0007, units 3 to 4: 0050 to 0051');
    expect([1, 2].map((place) => numberAt(range, place))).toEqual([41, 42]);
    expect(otherUnitIDsInWords({ uidLength: 4 })).toBe('');
  });

  it('can get other numbers again, also one inside of a part', () => {
    const first = withNumbers({}, [1, 2, 3], [50, 51, 52]);
    const otherUnitIDs = withNumbers({ otherUnitIDs: first }, [2], [60]);
    expect([1, 2, 3].map((place) => numberAt({ ...range, otherUnitIDs }, place))).toEqual([50, 60, 52]);
  });

  it('are named up to ten parts', () => {
    const places = everySecond(150);
    const otherUnitIDs = withNumbers({}, places, places);
    expect(otherUnitIDs).toHaveLength(150);
    expect(otherUnitIDsInWords({ uidLength: 4, otherUnitIDs })).toMatch(
      /unit 19: 0019, and others, which the shipping details show$/,
    );
    const ten = withNumbers({}, everySecond(10), everySecond(10));
    expect(otherUnitIDsInWords({ uidLength: 4, otherUnitIDs: ten })).toMatch(/unit 17: 0017, unit 19: 0019$/);
  });

  it('are in at most 2,000 parts in all items of an order', () => {
    const item = (parts: number) => ({ otherUnitIDs: withNumbers({}, everySecond(parts), everySecond(parts)) });
    expect(() => requireFewParts([item(1_999), {}, item(1)])).not.toThrow();
    expect(() => requireFewParts([item(1_999), {}, item(2)])).toThrow(
      withMessage('Too many unit IDs of this order are taken. Order its units again on another line'),
    );
  });
});

describe('the free numbers of a line', () => {
  const line = { LineID: 'T1', uidLength: 4, taken: [{ from: 1, to: 3 }] } as const;

  it('are the lowest that no order and no unit has', () => {
    expect(freeNumbers(line, new Set([4, 6]), 3)).toEqual([5, 7, 8]);
  });

  it('are refused if they are too few', () => {
    const full = { ...line, taken: [{ from: 1, to: 9_997 }] };
    expect(freeNumbers(full, new Set(), 2)).toEqual([9_998, 9_999]);
    expect(() => freeNumbers(full, new Set([9_999]), 2)).toThrow(
      withMessage('The line T1 has 1 unit IDs left that no unit has, and 2 are needed'),
    );
  });
});

it('the contacts of a dealer are told that its units got other unit IDs, once for each time', () => {
  const order = { orderKey: 'K', OrderNumber: 5001, DealerKey: 22, version: 4 } as OrderRecord;
  expect(renumberedOccurrence(order)).toEqual({
    ...{ id: 'Order Submitted:K:4', reason: 'Order Submitted', DealerKey: 22, subject: 'Order 5001: other unit IDs' },
    text: 'Units of the order 5001 got other unit IDs, because other units have theirs. The order shows which. If labels were printed for them, please print them again.',
  });
});
