import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import { instant } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import type { User } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userItem } from '#scripts/seed/people.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask, call, type Output } from '#support/call.ts';
import { measure, measured } from '#support/capacity.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';

const ADMIN: AccessFlag[] = ['ADMIN'];
let root: UserRecord;
let northwind: UserRecord;

beforeAll(async () => {
  await someDealers();
  root = await aUser({ dealer: 1, flags: ADMIN, userName: 'root@watchkeep.example' });
  northwind = await aUser({ dealer: 22, flags: ADMIN, userName: 'admin@northwind.example' });
  await aUser({ dealer: 220, userName: 'one@oregon.example', flags: ['UNIT'] });
  await aUser({ dealer: 220, userName: 'two@oregon.example', enabled: false });
  await aUser({ dealer: 2201, userName: 'three@portland.example' });
  await aUser({ dealer: 49, userName: 'four@cedar.example' });
});

const names = ({ items }: { items: User[] }) => items.map(({ UserName }) => UserName);

/** Every page of a list, three users at a time. */
async function all(input: Parameters<typeof ask<typeof users.list>>[1]): Promise<string[]> {
  const found: string[] = [];
  let page: Output<typeof users.list> | undefined;
  do {
    page = await ask(users.list, { ...input, pageSize: 3, ...(page?.cursor && { cursor: page.cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(3);
    found.push(...names(page));
  } while (page.cursor);
  return found;
}

describe('the user list', () => {
  it('returns every field of a user, the access map with every flag, and no secret [P1-E04 P1-C11]', async () => {
    await UserEntity.patch({ UserKey: northwind.UserKey })
      .set({ LastAuth: instant(TODAY) })
      .go();
    const { items } = await ask(users.list, { dealerOrFlag: 'all', as: northwind });
    expect(items.find(({ UserKey }) => UserKey === northwind.UserKey)).toEqual({
      UserKey: northwind.UserKey,
      UserName: 'admin@northwind.example',
      UserEmail: 'admin@northwind.example',
      UserFirstName: northwind.UserFirstName,
      UserLastName: northwind.UserLastName,
      UserStatus: 1,
      LastAuth: instant(TODAY),
      UserTypeKey: 3,
      DealerKey: 22,
      DealerName: 'Northwind Response',
      dealerPath: '/1/22/',
      twoStepSignIn: false,
      access: Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flag === 'ADMIN'])),
    });
  });

  it("contains users of the caller's dealer and those below it, and no others [P1-C11]", async () => {
    expect(await all({ dealerOrFlag: 'all', as: northwind })).toEqual([
      'admin@northwind.example',
      'one@oregon.example',
      'two@oregon.example',
      'three@portland.example',
    ]);
    expect(await all({ dealerOrFlag: 'all', as: root })).toHaveLength(6);
  });

  it('can be filtered by status, with the flag in the path or beside a dealer [P1-B23]', async () => {
    expect(await all({ dealerOrFlag: 'disabled', as: northwind })).toEqual(['two@oregon.example']);
    expect(await all({ dealerOrFlag: 'enabled', as: northwind })).toHaveLength(3);
    expect(await all({ dealerOrFlag: '220', status: 'enabled', as: northwind })).toEqual(['one@oregon.example']);
  });

  it('can be limited to one dealer, and with fetchAll includes all below it [P1-C11 P1-C12]', async () => {
    const own = ['one@oregon.example', 'two@oregon.example'];
    expect(await all({ dealerOrFlag: '220', as: northwind })).toEqual(own);
    expect(await all({ dealerOrFlag: '220', fetchAll: 'true', as: northwind })).toEqual([
      ...own,
      'three@portland.example',
    ]);
    expect(names(await ask(users.listOfDealer, { dealerKey: 220, as: northwind }))).toEqual(own);
    expect(names(await ask(users.listOfDealer, { dealerKey: 220, status: 'disabled', as: northwind }))).toEqual([
      'two@oregon.example',
    ]);
  });

  it.each([1, 49, 4711])('of dealer %i is not found for another dealer', async (dealerKey) => {
    for (const [endpoint, input] of [
      [users.list, { dealerOrFlag: String(dealerKey) }],
      [users.listOfDealer, { dealerKey }],
    ] as const)
      expect(await call(endpoint, { ...input, as: northwind } as never)).toMatchObject({
        status: 404,
        body: { message: 'There is no such dealer' },
      });
  });

  it('finds users by the start of a name or address, within the scope', async () => {
    const find = (searchText: string, as: UserRecord, more = {}) =>
      all({ dealerOrFlag: 'all', searchText, as, ...more });
    expect(await find('ONE@', northwind)).toEqual(['one@oregon.example']);
    expect(await find('four', northwind)).toEqual([]);
    expect(await find('four', root)).toEqual(['four@cedar.example']);
    const { UserFirstName, UserLastName } = northwind;
    expect(await find(`${UserLastName}  ${UserFirstName}`, northwind)).toEqual(['admin@northwind.example']);
    expect(new Set(await find('pat', northwind))).toEqual(new Set(await all({ dealerOrFlag: 'all', as: northwind })));
    expect(await find('two', northwind, { status: 'enabled' })).toEqual([]);
    expect(await find('t', northwind, { dealerOrFlag: '220' })).toEqual(['two@oregon.example']);
  });

  it("rejects a cursor of another dealer's list", async () => {
    const { cursor } = await ask(users.list, { dealerOrFlag: '49', pageSize: 1, as: root });
    const elsewhere = await call(users.list, { dealerOrFlag: 'all', cursor: cursor!, as: northwind });
    expect(elsewhere).toMatchObject({ status: 422, body: { issues: [{ path: 'cursor' }] } });
  });
});

describe('the cost of a page of users', () => {
  const MANY = 3_000;

  it('does not depend on the number of users', async () => {
    const dealer = await aUser({ dealer: 91, flags: ADMIN });
    const fill = async (from: number, to: number) =>
      writeAll(
        Array.from({ length: to - from }, (_, index) => {
          const number = from + index;
          const userName = `many-${String(number).padStart(6, '0')}@blueridge.example`;
          const person = { kind: '', userName, first: 'M', last: 'Any', type: 3 as const, dealer: 91, flags: [] };
          return itemOf(UserEntity, userItem(person, 100_000 + number));
        }),
        () => {},
      );
    const costs = async () => {
      const costOf = async (input: object) => {
        const { token } = await aSession(dealer);
        measure((entity, index) => `${entity} ${index}`);
        await ask(users.list, { dealerOrFlag: 'all', pageSize: 25, as: token, ...input });
        return measured();
      };
      return [await costOf({}), await costOf({ status: 'enabled' }), await costOf({ dealerOrFlag: '91' })];
    };
    await fill(0, 100);
    await costs();
    const few = await costs();
    await fill(100, MANY);
    expect(await costs()).toEqual(few);
    for (const { read } of few) expect(read).toBeLessThan(10);
  });
});
