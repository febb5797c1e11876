import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#core/users/contract.ts';
import { NAME_CHECK_LIMIT, TOO_MANY_NAME_CHECKS } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT'] });
});

let count = 0;
const someone = () => {
  const UserName = `mass.${count++}@people.example`;
  return { UserName, UserEmail: UserName, UserFirstName: 'Mass', UserLastName: 'Person' };
};

describe('creating many users', () => {
  it('creates each with the dealer and the access, with an audit entry [P3-C68]', async () => {
    const wanted = [someone(), someone(), someone()];
    const { outcomes } = await ask(users.massCreate, { DealerKey: 220, users: wanted, access: { UNIT: true }, as });
    expect(outcomes).toEqual(wanted.map(({ UserName }) => ({ UserName, outcome: 'created' })));
    for (const { UserName } of wanted) {
      const created = await userStore.byName(UserName);
      expect(created).toMatchObject({ DealerKey: 220, UserStatus: 1, UserTypeKey: 3, flags: ['UNIT'] });
      expect(await auditOf('user', created!.UserKey)).toContainEqual(
        expect.objectContaining({ action: 'create user', actorKey: as.UserKey }),
      );
    }
  });

  it('that is sent twice, also at once, creates nobody twice', async () => {
    const wanted = [someone(), someone()];
    const answers = await Promise.all([1, 2].map(() => ask(users.massCreate, { DealerKey: 220, users: wanted, as })));
    const outcomes = answers.flatMap((answer) => answer.outcomes);
    for (const { UserName } of wanted) {
      const own = outcomes.filter((one) => one.UserName === UserName).map(({ outcome }) => outcome);
      expect(own.sort()).toEqual(['created', 'refused']);
    }
  });

  it('refuses a name that is taken, and creates the others', async () => {
    const [taken, free] = [someone(), someone()];
    await ask(users.massCreate, { DealerKey: 220, users: [taken], as });
    const { outcomes } = await ask(users.massCreate, { DealerKey: 220, users: [taken, free], as });
    expect(outcomes).toEqual([
      { UserName: taken.UserName, outcome: 'refused', reason: 'Already exists' },
      { UserName: free.UserName, outcome: 'created' },
    ]);
  });

  it('gives no access that the engineer does not have, and no user to a dealer that the engineer does not see', async () => {
    const wanted = [someone()];
    const given = (DealerKey: number, access: object) =>
      call(users.massCreate, { DealerKey, users: wanted, access, as });
    expect((await given(220, { ADMIN: true })).status).toBe(403);
    expect((await given(49, {})).status).toBe(404);
    expect(await userStore.byName(wanted[0]!.UserName)).toBeUndefined();
  });

  it('stops at the limit of names that one person may try, so that it cannot list the users of the portal', async () => {
    const engineer = await aUser({ dealer: 22, flags: ['ENGINEER'] });
    for (let tried = 0; tried < NAME_CHECK_LIMIT.most - 2; tried++)
      await attemptStore.count(NAME_CHECK_LIMIT, engineer.UserKey, Date.now());
    const wanted = Array.from({ length: 4 }, someone);
    const { outcomes } = await ask(users.massCreate, { DealerKey: 220, users: wanted, as: engineer });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'refused', 'refused']);
    expect(outcomes[3]!.reason).toBe(TOO_MANY_NAME_CHECKS);
  });
});
