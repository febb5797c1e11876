import { expect, it } from 'vitest';
import { DEALER_FOLLOWERS } from '#data/dealers/move/followers.ts';

it('lets the users of a moved dealer follow before its many units, so that they never act at the old place for long', () => {
  expect(DEALER_FOLLOWERS.map(({ name }) => name)).toEqual(['dealerNames', 'users', 'bulkActions', 'units']);
});
