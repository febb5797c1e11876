import { expect, it } from 'vitest';
import { DEALER_FOLLOWERS } from '#data/dealer-followers.ts';

it('moves the users of a dealer before its many units, so that they do not act in the old place for long', () => {
  expect(DEALER_FOLLOWERS.map(({ name }) => name)).toEqual([
    'dealerNames',
    'users',
    'bulkActions',
    'profiles',
    'units',
    'customers',
    'orders',
    'open tickets',
    'closed tickets',
  ]);
});
