import { beforeAll, describe, expect, it, vi } from 'vitest';
import { dealers } from '#core/dealers/contract.ts';
import { DEALER_CHECK_LIMIT, TOO_MANY_DEALER_CHECKS } from '#core/dealers/edit.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerLookupEntity, dealerLookupsOf } from '#data/dealers/dealer-lookups.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { measure, measured } from '#support/capacity.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let root: UserRecord;
let northwind: UserRecord;
let cedar: UserRecord;

beforeAll(async () => {
  await someDealers();
  const flags = ['ADMIN', 'ADMIN_DEALER_ADD'] as const;
  root = await aUser({ dealer: 1, flags });
  northwind = await aUser({ dealer: 22, flags });
  cedar = await aUser({ dealer: 49, flags });
});

let count = 0;
/** No word of it is a number: a search by key must not find it. */
const aName = () => `Dealer N${count++}`;
const create = (as: UserRecord, input: Partial<Parameters<typeof ask<typeof dealers.create>>[1]> = {}) =>
  call(dealers.create, { DealerName: aName(), DealerParent: 22, ...input, as });
const stored = async (DealerKey: number) => (await DealerEntity.get({ DealerKey }).go({ consistent: true })).data;

const MANY = process.env.TEST_DEPTH === 'deep' ? 5_000 : 1_000;

describe('creating a dealer', () => {
  it('stores every field, in status 3, with its billing code in upper case [P1-C19 P1-B31 P1-E11 P1-E12 P1-S06 P1-K23 P1-E13]', async () => {
    const office = {
      DealerEmail: 'office@idaho.example',
      Details: 'Opens at nine',
      Address1: '1 River Street',
      Address2: 'Suite 4',
      City: 'Boise',
      State: 'ID',
      Country: 'US',
      Zip: '83702',
    };
    const { status, body } = await create(northwind, {
      DealerName: '  Northwind Idaho ',
      DealerBillingCode: 'nwid',
      DealerParent: 220,
      ...office,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...office,
      DealerName: 'Northwind Idaho',
      DealerBillingCode: 'NWID',
      DealerStatus: 3,
      DealerParent: 220,
      DealerParentName: 'Northwind Oregon',
      level: 2,
      version: 1,
    });
    expect(await stored(body.DealerKey)).toMatchObject({
      DealerStatus: 3,
      DealerBillingCode: 'NWID',
      dealerPath: `/1/22/220/${body.DealerKey}/`,
    });
    expect(await auditOf('dealer', String(body.DealerKey))).toMatchObject([
      { action: 'create dealer', actorKey: northwind.UserKey, after: { DealerName: 'Northwind Idaho' } },
    ]);
  });

  it('without a parent puts it below dealer 1, and None is null [P1-E14]', async () => {
    const { body } = await create(root, { DealerParent: null });
    expect(body).toMatchObject({ DealerParent: null, level: 1 });
    expect((await stored(body.DealerKey))?.dealerPath).toBe(`/1/${body.DealerKey}/`);
    expect(await create(northwind, { DealerParent: null })).toMatchObject({
      status: 403,
      body: { message: 'Only dealer 1 may have dealers without a parent' },
    });
  });

  it('below a foreign dealer answers as if that did not exist', async () => {
    const [foreign, missing] = [
      await create(northwind, { DealerParent: 49 }),
      await create(northwind, { DealerParent: 999_999 }),
    ];
    for (const { status, body } of [foreign, missing, await create(northwind, { DealerParent: 1 })])
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'There is no such dealer' });
  });

  it('accepts a name once below a parent, ignoring case and spaces, and again below another parent', async () => {
    const DealerName = aName();
    expect((await create(northwind, { DealerName })).status).toBe(200);
    expect(await create(northwind, { DealerName: `  ${DealerName.toUpperCase()} ` })).toMatchObject({
      status: 409,
      body: { message: 'Dealer name already exists', issues: [{ path: 'DealerName' }] },
    });
    expect((await create(northwind, { DealerName, DealerParent: 220 })).status).toBe(200);
  });

  it.each([
    ['Cyrillic letters', 'Меаdоw Саrе', 'Meadow Care'],
    ['letters in another width', 'Ｈｉｌｌ Care', 'Hill Care'],
    ['a blank that is no space', 'Lake\u2800Care', 'Lake Care'],
  ])('refuses a name with %s that looks like a taken one', async (_, alike, DealerName) => {
    expect((await create(northwind, { DealerName })).status).toBe(200);
    expect(await create(northwind, { DealerName: alike })).toMatchObject({
      status: 409,
      body: { message: 'Dealer name already exists', issues: [{ path: 'DealerName' }] },
    });
  });

  it('with one billing code succeeds for one of many simultaneous requests, whoever makes them', async () => {
    const input = { DealerBillingCode: 'ONCE1' };
    const same = await Promise.all([
      create(northwind, input),
      create(root, { ...input, DealerParent: 49 }),
      create(northwind, { ...input, DealerParent: 220 }),
    ]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(same.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Another dealer has this billing code',
      issues: [{ path: 'DealerBillingCode', message: 'Another dealer has this billing code' }],
    });
  });

  it('without a billing code is possible any number of times', async () => {
    for (let times = 0; times < 2; times++)
      expect((await create(northwind, { DealerBillingCode: '' })).status).toBe(200);
  });

  it('with one name succeeds for one of many simultaneous requests, and every new dealer has a unique key', async () => {
    const DealerName = aName();
    const same = await Promise.all(Array.from({ length: 5 }, () => create(northwind, { DealerName })));
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const others = await Promise.all(Array.from({ length: 5 }, () => create(northwind)));
    expect(new Set(others.map(({ body }) => body.DealerKey)).size).toBe(5);
  });

  it('stores markup unchanged as text', async () => {
    const DealerName = '<img src=x onerror=alert(1)>';
    const { body } = await create(northwind, { DealerName, Details: '"><script>alert(1)</script>' });
    expect(body).toMatchObject({ DealerName, Details: '"><script>alert(1)</script>' });
  });

  it.each([
    ['no name', { DealerName: '  ' }, 'DealerName'],
    ['an invalid e-mail address', { DealerEmail: 'a@b\r\nBcc: eve@example.com' }, 'DealerEmail'],
    ['a billing code with a formula', { DealerBillingCode: '=1+1' }, 'DealerBillingCode'],
  ])('refuses %s', async (_, input, field) => {
    expect(await create(northwind, input)).toMatchObject({ status: 422, body: { issues: [{ path: field }] } });
  });
});

describe('editing a dealer', () => {
  const edit = (as: UserRecord, input: Parameters<typeof ask<typeof dealers.update>>[1]) =>
    call(dealers.update, { ...input, as });

  it('changes the given fields and keeps the rest [P1-C20 P1-B32]', async () => {
    const { body: made } = await create(northwind, { City: 'Boise', DealerBillingCode: 'B1' });
    const { body } = await edit(northwind, { DealerKey: made.DealerKey, City: 'Nampa', DealerBillingCode: 'b2' });
    expect(body).toMatchObject({ DealerName: made.DealerName, City: 'Nampa', DealerBillingCode: 'B2', version: 2 });
    expect((await auditOf('dealer', String(made.DealerKey)))[1]).toMatchObject({
      action: 'edit dealer',
      before: { City: 'Boise', DealerBillingCode: 'B1' },
      after: { City: 'Nampa', DealerBillingCode: 'B2' },
    });
  });

  it('succeeds for one of two simultaneous requests', async () => {
    const { body: made } = await create(northwind);
    const { DealerKey, version } = made;
    const answers = await Promise.all(
      ['Nampa', 'Boise', 'Salem'].map((City) => edit(northwind, { DealerKey, City, version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('frees the old name and reserves the new one', async () => {
    const [first, second] = [(await create(northwind)).body, (await create(northwind)).body];
    expect(await edit(northwind, { DealerKey: second.DealerKey, DealerName: first.DealerName })).toMatchObject({
      status: 409,
      body: { message: 'Dealer name already exists' },
    });
    expect((await edit(northwind, { DealerKey: first.DealerKey, DealerName: aName() })).status).toBe(200);
    expect((await edit(northwind, { DealerKey: second.DealerKey, DealerName: first.DealerName })).status).toBe(200);
  });

  it('frees the old billing code and reserves the new one', async () => {
    const [first, second] = [
      (await create(northwind, { DealerBillingCode: 'CODE1' })).body,
      (await create(northwind)).body,
    ];
    const give = (DealerKey: number, DealerBillingCode: string, DealerParent = 22) =>
      edit(root, { DealerKey, DealerBillingCode, DealerParent });
    expect(await give(second.DealerKey, 'code1')).toMatchObject({
      status: 409,
      body: { message: 'Another dealer has this billing code' },
    });
    expect((await give(second.DealerKey, first.DealerBillingCode, 49)).status, 'with a move').toBe(409);
    expect((await give(first.DealerKey, 'CODE2')).status).toBe(200);
    expect((await give(second.DealerKey, 'CODE1')).status).toBe(200);
    expect((await give(second.DealerKey, '')).status).toBe(200);
    expect((await give(first.DealerKey, 'CODE1')).status).toBe(200);
  });

  it('reserves the billing code for one of two dealers that get it at the same moment', async () => {
    const made = [(await create(northwind)).body, (await create(northwind)).body];
    const answers = await Promise.all(
      made.map(({ DealerKey }) => edit(root, { DealerKey, DealerBillingCode: 'RACE1' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('reveals names and billing codes outside of the tree of dealers to few tries only', async () => {
    const curious = await aUser({ dealer: 22, flags: ['ADMIN_DEALER_ADD'] });
    const { body: own } = await create(curious);
    for (let tried = 0; tried < DEALER_CHECK_LIMIT.most; tried++)
      await attemptStore.count(DEALER_CHECK_LIMIT, curious.UserKey, Date.now());
    const refused = { status: 429, body: { message: TOO_MANY_DEALER_CHECKS } };
    expect(await create(curious, { DealerBillingCode: 'GUESS1' })).toMatchObject(refused);
    expect(await edit(curious, { DealerKey: own.DealerKey, DealerBillingCode: 'GUESS2' })).toMatchObject(refused);
    expect(
      await edit(curious, { DealerKey: own.DealerKey, DealerBillingCode: 'GUESS3', DealerParent: 220 }),
    ).toMatchObject(refused);
    expect(await edit(curious, { DealerKey: 22, DealerName: 'Cedar Health' })).toMatchObject(refused);
    expect((await create(curious)).status).toBe(200);
    expect((await edit(curious, { DealerKey: own.DealerKey, DealerName: aName() })).status).toBe(200);
  });

  it.each([
    ['a refused code', { DealerBillingCode: 'COUNTED1' }],
    ['a free code', { DealerBillingCode: `FREE${Date.now()}` }],
  ])('counts the try of %s', async (_, input) => {
    await create(root, { DealerBillingCode: 'COUNTED1' });
    const curious = await aUser({ dealer: 22, flags: ['ADMIN_DEALER_ADD'] });
    const counted = vi.spyOn(attemptStore, 'count');
    await create(curious, input);
    expect(counted).toHaveBeenCalledWith(DEALER_CHECK_LIMIT, curious.UserKey, expect.any(Number));
    counted.mockRestore();
  });

  it("of one's own dealer keeps parent and billing code", async () => {
    expect((await edit(northwind, { DealerKey: 22, DealerBillingCode: 'FREE' })).status).toBe(403);
    expect((await edit(northwind, { DealerKey: 22, City: 'Salem' })).status).toBe(200);
  });

  it('refuses a parent below itself', async () => {
    for (const DealerParent of [220, 2201])
      expect(await edit(northwind, { DealerKey: 220, DealerParent })).toMatchObject({
        status: 422,
        body: { message: 'A dealer cannot be below itself' },
      });
  });

  it('of a foreign dealer answers as if it did not exist', async () => {
    const [foreign, missing] = [
      await edit(cedar, { DealerKey: 220, City: 'X' }),
      await edit(cedar, { DealerKey: 999_999, City: 'X' }),
    ];
    expect([foreign.status, foreign.body.message]).toEqual([missing.status, missing.body.message]);
    expect(foreign.status).toBe(404);
  });

  it('needs the flag ADMIN_DEALER_ADD', async () => {
    const admin = await aUser({ dealer: 22, flags: ['ADMIN'] });
    expect((await create(admin)).status).toBe(403);
    expect((await edit(admin, { DealerKey: 220, City: 'X' })).status).toBe(403);
  });
});

describe('the list of dealers', () => {
  it("contains the own dealer and all below it, each after its parent and before its parent's siblings [P1-C17]", async () => {
    const { items } = await ask(dealers.list, { pageSize: 1000, as: northwind });
    const keys = items.map(({ DealerKey }) => DealerKey);
    expect(keys.slice(0, 3)).toEqual([22, expect.any(Number), expect.any(Number)]);
    expect(keys).toEqual(expect.arrayContaining([22, 220, 221, 2201, 2202]));
    expect(keys).not.toContain(49);
    expect(items[0]).toMatchObject({ level: 0, DealerParent: 1, DealerParentName: null });
    for (const [index, { level, DealerParent }] of items.entries())
      if (index > 0)
        expect(items.slice(0, index).findLast((above) => above.level < level)?.DealerKey).toBe(DealerParent);
  });

  const find = async (as: UserRecord, searchText: string) =>
    (await ask(dealers.list, { searchText, as })).items.map(({ DealerKey }) => DealerKey);

  it('is searched by the start of a word of the name, or by key, within the scope only', async () => {
    expect(await find(northwind, ' ORE')).toEqual([220]);
    expect(await find(northwind, 'northwind  oreg')).toEqual([220]);
    expect(await find(northwind, '2201')).toEqual([2201]);
    expect(await find(northwind, 'regon')).toEqual([]);
    for (const foreign of ['cedar', '49', 'watchkeep']) expect(await find(northwind, foreign)).toEqual([]);
    expect(await find(root, 'CEDAR')).toEqual([49]);
    expect(await find(root, '***')).toEqual([]);
  });

  it('finds a new dealer by its name, and a renamed one by its new name', async () => {
    const { DealerKey } = (await create(northwind, { DealerName: 'Zur Linde – Zürich (Zentrum)' })).body;
    for (const searchText of ['zür', 'ZU\u0308RICH', 'zentrum', 'zur linde zürich'])
      expect(await find(northwind, searchText)).toEqual([DealerKey]);
    // Once, although three words of its name start like this.
    expect(await find(root, 'z')).toEqual([DealerKey]);
    expect(await find(cedar, 'zur')).toEqual([]);
    await ask(dealers.update, { DealerKey, DealerName: 'Quince Zentrum', as: northwind });
    expect(await find(northwind, 'zür')).toEqual([]);
    expect(await find(northwind, 'quince')).toEqual([DealerKey]);
    expect(await find(northwind, 'zentrum')).toEqual([DealerKey]);
  });

  it('lists the dealer with a searched key first, then those with names that start with it', async () => {
    const named = (await create(northwind, { DealerName: '2202 Main Street' })).body.DealerKey;
    expect(await find(northwind, '2202')).toEqual([2202, named]);
    const page = await ask(dealers.list, { searchText: '2202', pageSize: 2, as: northwind });
    expect(page.items.map(({ DealerKey }) => DealerKey)).toEqual([2202, named]);
  });

  it('has no more rows per page than requested, also with the dealer of a searched key', async () => {
    const { DealerKey: key } = (await create(northwind, { DealerName: 'Of the key' })).body;
    const named: number[] = [];
    for (const street of ['Elm', 'Oak'])
      named.push((await create(northwind, { DealerName: `${key} ${street} Street` })).body.DealerKey);
    const pages: number[][] = [];
    for (let cursor: string | null | undefined; cursor !== null && pages.length < 5; ) {
      const asked = { searchText: String(key), pageSize: 1, ...(cursor && { cursor }), as: northwind };
      const page = await ask(dealers.list, asked);
      pages.push(page.items.map(({ DealerKey }) => DealerKey));
      cursor = page.cursor;
    }
    expect(pages.filter(({ length }) => length > 0)).toEqual([[key], ...named.map((one) => [one])]);
  });

  it("rejects a cursor of another dealer's search", async () => {
    for (let index = 0; index < 3; index++) await create(cedar, { DealerName: `Quay ${index}`, DealerParent: 49 });
    const { cursor } = await ask(dealers.list, { searchText: 'quay', pageSize: 2, as: cedar });
    expect(cursor).not.toBeNull();
    const asked = { searchText: 'quay', pageSize: 2, cursor: cursor! };
    expect((await call(dealers.list, { ...asked, as: cedar })).body.items).toHaveLength(1);
    expect((await call(dealers.list, { ...asked, as: northwind })).status).toBe(422);
  });

  it('of many dealers four levels deep costs one page of reads', { timeout: 180_000 }, async () => {
    const items = function* () {
      for (let index = 0; index < MANY; index++) {
        const DealerKey = 100_000 + index;
        const parents = [91, 100_000 + Math.floor(index / 100) * 100, 100_000 + Math.floor(index / 10) * 10];
        const above = [...new Set(parents)].filter((key) => key !== DealerKey);
        const dealerPath = `/1/${[...above, DealerKey].join('/')}/`;
        const dealer = { DealerKey, DealerName: `Branch ${index} of Blue Ridge`, dealerPath };
        yield itemOf(DealerEntity, { ...dealer, DealerParent: above.at(-1)!, DealerStatus: 3, tree: 'all' });
        for (const lookup of dealerLookupsOf(dealer)) yield itemOf(DealerLookupEntity, lookup);
      }
    };
    await writeAll(items(), () => {});
    const user = await aUser({ dealer: 91, flags: ['ADMIN'] });
    const pageOf = (cursor?: string) => ask(dealers.list, { pageSize: 10, ...(cursor && { cursor }), as: user });
    const first = await pageOf();
    measure((entity, index) => `${entity}.${index}`);
    const second = await pageOf(first.cursor!);
    const cost = measured();
    expect(second.items).toHaveLength(10);
    expect(second.items.some(({ DealerKey }) => first.items.some((one) => one.DealerKey === DealerKey))).toBe(false);
    expect(cost.requests.filter((request) => request.startsWith('query'))).toEqual(['query dealer.gsi1']);
    expect(cost.read).toBeLessThan(8);

    const costOf = async (as: UserRecord, searchText: string) => {
      measure((entity, index) => `${entity}.${index}`);
      const { items } = await ask(dealers.list, { searchText, pageSize: 10, as });
      return { found: items.length, ...measured() };
    };
    const small = await aUser({ dealer: 22, flags: ['ADMIN'] });
    for (let index = 0; index < 10; index++) await create(northwind, { DealerName: `Branch ${index} of Northwind` });
    const [ofMany, ofFew] = [await costOf(user, 'branch'), await costOf(small, 'branch')];
    expect([ofMany.found, ofFew.found]).toEqual([10, 10]);
    expect(ofMany.requests.filter((request) => request.startsWith('query'))).toEqual(['query dealerLookup.']);
    expect(ofMany.read).toBeLessThanOrEqual(ofFew.read + 1);
    // A text that only one of them has, and a text that none has, cost the same.
    const rare = await costOf(user, 'branch 432 of');
    expect(rare.found).toBe(1);
    expect(rare.read).toBeLessThanOrEqual(ofFew.read);
    expect((await costOf(user, 'nobody')).read).toBeLessThanOrEqual(ofFew.read);
  });
});

describe('the users of a dealer', () => {
  it('are sorted by name, without secret fields [P1-C18]', async () => {
    const one = await aUser({ dealer: 13, flags: [], userName: 'b@harbor.example' });
    const other = await aUser({ dealer: 13, flags: [], userName: 'a@harbor.example' });
    const { items } = await ask(dealers.users, { DealerKey: 13, as: root });
    expect(items.map(({ UserKey }) => UserKey)).toEqual([other.UserKey, one.UserKey]);
    expect(JSON.stringify(items)).not.toMatch(/passwordHash|argon2|flags/);
  });

  it('of a foreign dealer are not found', async () => {
    expect((await call(dealers.users, { DealerKey: 13, as: northwind })).status).toBe(404);
  });
});
