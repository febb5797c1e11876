import { aUser } from '#support/people.ts';
import type { Sample } from '#support/samples.ts';

const UserKey = 'user-of-oregon';

export const sample: Sample = {
  named: [{ name: UserKey, missing: 'user-of-nobody' }],
  // A flag that hides things: fewer rights than everybody who may change users.
  add: () => aUser({ userKey: UserKey, dealer: 220, flags: ['HIDE_CUSTOMER'], userName: 'sample@oregon.example' }),
};
