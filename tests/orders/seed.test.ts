import { expect, it } from 'vitest';
import { seed } from '#scripts/seed/areas/orders.ts';

it('numbers seeded orders from 1 on, and new ones after them', async () => {
  const items = [...(await seed({ count: 0, now: Date.now() }))];
  const numbers = items.flatMap(({ OrderNumber }) => (OrderNumber === undefined ? [] : [OrderNumber as number]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(items).toContainEqual(expect.objectContaining({ name: 'order', value: numbers.length }));
});
