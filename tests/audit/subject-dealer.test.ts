import { expect, it } from 'vitest';
import { dealerNameIn } from '#web/features/audit/subject-dealer.ts';

it('names the dealer whose audit is shown, not the sub-dealer of the newest entry', () => {
  const below = { dealerKey: 49, dealerName: 'South' };
  expect(dealerNameIn([below, { dealerKey: 22, dealerName: 'North' }], 22)).toBe('North');
  expect(dealerNameIn([below], 22)).toBeUndefined();
  expect(dealerNameIn(undefined, 22)).toBeUndefined();
});
