import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { client, keyPrefixOf, tableName } from '#data/kit/table.ts';
import { PasskeyEntity } from '#data/passkeys/entities.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { someDealers } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';

interface Put {
  Item: Record<string, unknown>;
}

const putItem = (Item: Put['Item']) => client.send(new PutCommand({ TableName: tableName(), Item }));

/** Partition keys that no policy counts to a group, although some look like keys of one. */
const forgedKeys = ({ pk }: Put['Item']): string[] => {
  const [group = ''] = String(pk).split('#');
  return ['$watchkeep#forged_1', group, `${group.toUpperCase()}#forged_1`, `${group}.x#forged_1`];
};

/** Puts items outside of the groups that look like another one in every index, as a function could that may not put the other one. */
const forge = ({ Item }: Put, change: Put['Item'] = {}) =>
  Promise.all(forgedKeys(Item).map((pk) => putItem({ ...Item, ...change, pk })));

beforeAll(someDealers);

describe('an item with a key of another group in an index', () => {
  it('is no user: neither by address nor in the list', async () => {
    const user = await aUser();
    const address = 'forger@example.com';
    await forge(UserEntity.put({ ...user, UserEmail: address }).params<Put>());
    expect(await userStore.byEmail(address)).toEqual([]);
    const { data } = await UserEntity.query.byTree({ tree: 'all' }).go({ pages: 'all' });
    expect(data.filter(({ UserKey }) => UserKey === user.UserKey).map(({ UserEmail }) => UserEmail)).toEqual([
      user.UserEmail,
    ]);
  });

  it('is neither a passkey nor a session', async () => {
    const user = await aUser();
    const passkey = {
      UserKey: user.UserKey,
      credentialId: 'forged',
      passkeyId: 'forged',
      name: 'Forged',
      publicKey: 'x',
      counter: 0,
      transports: [],
      backedUp: false,
      createdAt: '2026-11-22T10:00:00.000Z',
    };
    await forge(PasskeyEntity.put(passkey).params<Put>());
    expect((await PasskeyEntity.query.byUser({ UserKey: user.UserKey }).go()).data).toEqual([]);
    await aSession(user);
    const [session] = (await SessionEntity.query.byUser({ UserKey: user.UserKey }).go()).data;
    await forge(SessionEntity.put(session!).params<Put>(), { sk: '$session_1#forged' });
    expect((await SessionEntity.query.byUser({ UserKey: user.UserKey }).go()).data).toHaveLength(1);
  });

  it('is found by the group of its own key', async () => {
    const [user, other] = [await aUser(), await aUser()];
    expect(user.UserEmail).not.toBe(other.UserEmail);
    expect((await userStore.byEmail(user.UserEmail)).map(({ UserKey }) => UserKey)).toEqual([user.UserKey]);
    const { Item } = UserEntity.put(user).params<Put>();
    expect(String(Item.pk).startsWith(keyPrefixOf('users'))).toBe(true);
  });
});
