import { askerOf } from '#core/auth/identities.ts';
import { MassCreationEntity, MassCreationPartEntity } from '#data/users/mass-creation-entities.ts';
import { TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import type { Sample } from '#support/samples.ts';

const UserKey = 'user-of-oregon';
const massCreation = '01KAJN9FR00000000000000340';

export const sample: Sample = {
  named: [
    { name: UserKey, missing: 'user-of-nobody' },
    { name: massCreation, missing: '01KAJN9FR00000000000000999' },
  ],
  /** A user, and a list whose only user is still to do. */
  async add({ scope }) {
    // A flag that hides things: fewer rights than everybody who may change users.
    await aUser({ userKey: UserKey, dealer: 220, flags: ['HIDE_CUSTOMER'], userName: 'sample@oregon.example' });
    const createdAt = '2026-11-21T17:00:00.000Z';
    const expiresAt = Math.floor(TODAY / 1000) + 1_000_000_000;
    await MassCreationEntity.create({
      ...{ massCreation, DealerKey: 220, flags: [], total: 1, created: 0, withoutMail: 0, failed: 0 },
      ...{ attempt: 1, turn: 1, movedAt: createdAt, createdAt, createdBy: scope.userName, dealerKey: scope.dealerKey },
      ...{ askedBy: askerOf(scope), expiresAt },
    }).go();
    const name = 'listed@oregon.example';
    await MassCreationPartEntity.create({
      ...{ massCreation, part: 0, expiresAt },
      users: [{ UserName: name, UserEmail: name, UserFirstName: 'Listed', UserLastName: 'Person' }],
    }).go();
  },
};
