import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { users } from '#core/users/contract.ts';
import { LAST_ENGINEER } from '#core/users/manage.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

const FLAGS = ACCESS_FLAGS.filter((flag) => flag !== 'HIDE_CUSTOMER');
const anEngineer = () => aUser({ type: USER_TYPE.engineer, dealer: 1, flags: FLAGS });
/** A super admin with every flag, who is no engineer by type. */
const anAdministrator = () => aUser({ type: USER_TYPE.administrator, dealer: 1, flags: FLAGS });

/** Every way to lose an engineer of dealer 1. */
const LOSSES: readonly [string, (user: UserRecord, as: UserRecord) => ReturnType<typeof call>][] = [
  ['deleted', ({ UserKey: id }, as) => call(users.remove, { id, as })],
  ['disabled', ({ UserKey }, as) => call(users.edit, { UserKey, UserStatus: 0, as })],
  ['given another type', ({ UserKey }, as) => call(users.edit, { UserKey, UserTypeKey: 2, as })],
  ['moved to another dealer', ({ UserKey }, as) => call(users.edit, { UserKey, DealerKey: 22, as })],
  ['deprived of the flag', ({ UserKey }, as) => call(users.edit, { UserKey, access: { ENGINEER: false }, as })],
  [
    'deprived of the flag by a toggle',
    ({ UserKey }, as) => call(users.setAccess, { userKey: UserKey, access: { ENGINEER: false }, as }),
  ],
  ['replaced in all fields', (user, as) => call(users.update, { ...user, UserStatus: 0, as })],
];

let administrator: UserRecord;
beforeAll(async () => {
  await someDealers();
  administrator = await anAdministrator();
  // Engineers who do not count: disabled, of another dealer, without the flag.
  await aUser({ type: USER_TYPE.engineer, dealer: 1, flags: FLAGS, enabled: false });
  await aUser({ type: USER_TYPE.engineer, dealer: 22, flags: FLAGS });
  await aUser({ type: USER_TYPE.engineer, dealer: 1, flags: ['ADMIN'] });
});

const made: UserRecord[] = [];
const engineer = async () => {
  made.push(await anEngineer());
  return made.at(-1)!;
};
afterEach(async () => {
  for (const { UserKey } of made.splice(0)) await UserEntity.delete({ UserKey }).go();
});

describe.each(LOSSES)('the last engineer of dealer 1', (words, lose) => {
  it(`cannot be ${words}`, async () => {
    const last = await engineer();
    expect(await lose(last, administrator)).toMatchObject({ status: 409, body: { message: LAST_ENGINEER } });
    const { dealerPath, flags, UserStatus, UserTypeKey } = last;
    expect(await userStore.byKey(last.UserKey, true)).toMatchObject({ dealerPath, flags, UserStatus, UserTypeKey });
  });

  it(`can be ${words} if there is another one`, async () => {
    const [one] = [await engineer(), await engineer()];
    expect((await lose(one, administrator)).status).toBe(200);
  });

  it(`cannot be ${words} while the other one is lost`, async () => {
    const [one, other] = [await engineer(), await engineer()];
    beforeNextTransaction(() => UserEntity.patch({ UserKey: other.UserKey }).set({ flags: [] }).go());
    expect((await lose(one, administrator)).status).toBe(409);
    expect((await userStore.byKey(one.UserKey, true))?.flags).toEqual(one.flags);
  });

  it(`of two cannot both be ${words} at the same moment`, async () => {
    for (let round = 0; round < 3; round++) {
      const pair = [await engineer(), await engineer()];
      const answers = await Promise.all(pair.map((one) => lose(one, administrator)));
      expect(answers.map(({ status }) => status).sort(), 'by a third person').toEqual([200, 409]);
      for (const { UserKey } of pair) await UserEntity.delete({ UserKey }).go();
    }
  });
});

it('two engineers who disable each other at the same moment do not both succeed', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, other] = [await engineer(), await engineer()];
    const answers = await Promise.all([
      call(users.edit, { UserKey: one.UserKey, UserStatus: 0, as: other }),
      call(users.edit, { UserKey: other.UserKey, UserStatus: 0, as: one }),
    ]);
    const left = await Promise.all([one, other].map(({ UserKey }) => userStore.byKey(UserKey, true)));
    expect(left.filter((user) => user?.UserStatus === 1)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});
