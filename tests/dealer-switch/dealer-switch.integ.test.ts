import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag, USER_TYPE } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { DealerLookupEntity, dealerLookupsOf } from '#data/dealers/dealer-lookups.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';

const NO_SUCH_DEALER = { status: 404, body: { code: 'NOT_FOUND', message: 'There is no such dealer' } };
const SWITCHES = [
  ['showAsSubDealer', dealerSwitch.showAsSubDealer],
  ['showAsDealer', dealerSwitch.showAsDealer],
] as const;

let northwind: UserRecord;
let oregon: UserRecord;
let engineer: UserRecord;

beforeAll(async () => {
  await someDealers();
  northwind = await aUser({ dealer: 22 });
  oregon = await aUser({ dealer: 220 });
  engineer = await aUser({ type: USER_TYPE.engineer, dealer: 1 });
  for (const dealer of [22, 49, 220, 2201]) await aUnit({ dealer, number: 500 + dealer });
});

const whoIs = async (token: string) => (await ask(auth.access, { as: token })).user;

/** The dealers of the units that a session sees. */
async function dealersSeen(token: string): Promise<string[]> {
  const lists = await Promise.all(
    UNIT_MODELS.map((UnitModel) => ask(units.list, { param: 'all', UnitModel, pageSize: 1000, as: token })),
  );
  const shown = lists.flatMap((answer) => UNIT_MODELS.flatMap((model) => answer.lists[model]));
  return [...new Set(shown.map(({ DealerName }) => DealerName))].sort();
}

async function shownAs(
  user: UserRecord,
  DealerKey: number,
  by: (typeof SWITCHES)[number][1] = dealerSwitch.showAsSubDealer,
) {
  const { token: before } = await aSession(user);
  const { token } = await ask(by, { DealerKey, as: before });
  return { before, token };
}

describe.each(SWITCHES)('switching the dealer by %s', (_, endpoint) => {
  it('returns a new token for the dealer, and ends the previous session [P1-A27 P1-C23 P1-C24 P3-S31 P3-S32 P3-C82 P3-C83]', async () => {
    const { before, token } = await shownAs(northwind, 220, endpoint);
    expect(token).not.toBe(before);
    expect(await whoIs(token)).toMatchObject({ dealer: 220, dealerName: 'Northwind Oregon', ownDealer: 22 });
    expect(await call(auth.access, { as: before })).toMatchObject({ status: 401 });
    expect(await dealersSeen(token)).toEqual(['Northwind Oregon', 'Northwind Portland Metro']);
  });

  it.each([
    ['a foreign dealer', 49],
    ['a dealer above', 1],
    ['no dealer at all', 999_999],
  ])('refuses %s with the answer for one that does not exist, and keeps the session', async (_who, DealerKey) => {
    const { token } = await aSession(northwind);
    expect(await call(endpoint, { DealerKey, as: token })).toMatchObject(NO_SUCH_DEALER);
    expect(await whoIs(token)).toMatchObject({ dealer: 22 });
  });

  it('leads back to the own dealer, and to others below it', async () => {
    const { token } = await shownAs(northwind, 2201, endpoint);
    const elsewhere = await ask(endpoint, { DealerKey: 221, as: token });
    expect(await whoIs(elsewhere.token)).toMatchObject({ dealer: 221, ownDealer: 22 });
    const back = await ask(endpoint, { DealerKey: 22, as: elsewhere.token });
    expect(await whoIs(back.token)).toMatchObject({ dealer: 22, ownDealer: 22 });
    expect(await call(endpoint, { DealerKey: 1, as: back.token })).toMatchObject(NO_SUCH_DEALER);
  });

  it('adds an audit entry: who, from which dealer, to which', async () => {
    const showing = await aUser({ dealer: 22 });
    await shownAs(showing, 220, endpoint);
    const entries = await auditOf('dealer', '220');
    expect(entries.filter(({ actorKey }) => actorKey === showing.UserKey)).toEqual([
      expect.objectContaining({
        action: 'show as dealer',
        dealerKey: 22,
        before: { DealerKey: 22 },
        after: { DealerKey: 220 },
      }),
    ]);
  });
});

describe('a session that is shown as another dealer', () => {
  it('adds no rights: flags and type stay the same', async () => {
    const flags: AccessFlag[] = ['UNIT_VIEW'];
    const viewer = await aUser({ dealer: 22, flags });
    const { token } = await shownAs(viewer, 220);
    const { access, accessENGINEER, user } = await ask(auth.access, { as: token });
    expect(ACCESS_FLAGS.filter((flag) => access[flag])).toEqual(flags);
    expect([accessENGINEER, user.type]).toEqual([false, USER_TYPE.dealerStaff]);
    expect((await call(dealerSwitch.showAsDealer, { DealerKey: 22, as: token })).status).toBe(403);
  });

  it("sees only the shown dealer's data, not its own", async () => {
    const { token } = await shownAs(engineer, 49, dealerSwitch.showAsDealer);
    expect(await dealersSeen(token)).toEqual(['Cedar Home Care']);
    expect((await call(units.get, { id: '400720', as: token })).status).toBe(404);
  });

  it('marks its actions in the audit log', async () => {
    const { token } = await shownAs(northwind, 220);
    const unit = await aUnit({ dealer: 220 });
    await ask(units.setReporting, { UnitSerNum: unit.UnitSerNum, Report: unit.Report === 1 ? 0 : 1, as: token });
    expect(await auditOf('unit', unit.UnitSerNum)).toEqual([
      expect.objectContaining({ actorKey: northwind.UserKey, asDealerKey: 220 }),
    ]);
  });

  it('lasts no longer than the previous session would have', async () => {
    setClock(TODAY);
    const { token: before } = await aSession(northwind, TODAY);
    for (let hours = 0.5; hours < 23.5; hours += 0.5) {
      setClock(TODAY + hours * HOUR);
      await ask(auth.stayActive, { as: before });
    }
    setClock(TODAY + 23.5 * HOUR);
    const { token } = await ask(dealerSwitch.showAsSubDealer, { DealerKey: 220, as: before });
    setClock(TODAY + 23.9 * HOUR);
    expect((await call(auth.access, { as: token })).status).toBe(200);
    setClock(TODAY + 24 * HOUR);
    expect((await call(auth.access, { as: token })).status).toBe(401);
  });

  it('succeeds once for simultaneous switches', async () => {
    const { token } = await aSession(northwind);
    const answers = await Promise.all(
      [220, 221].map((DealerKey) => call(dealerSwitch.showAsSubDealer, { DealerKey, as: token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each([
    ['is moved out of the tree', { dealerPath: '/1/49/220/' }],
    ['is gone', undefined],
  ])('ends within 60 s after the dealer %s', async (_, moved) => {
    const DealerKey = 7_000 + (moved ? 1 : 2);
    const dealer = { DealerKey, DealerName: 'For a while', DealerParent: 22, DealerStatus: 3, tree: 'all' };
    await DealerEntity.create({ ...dealer, dealerPath: `/1/22/${DealerKey}/` }).go();
    setClock(TODAY);
    const { token: before } = await aSession(northwind, TODAY);
    const { token } = await ask(dealerSwitch.showAsSubDealer, { DealerKey, as: before });
    expect((await call(auth.access, { as: token })).status).toBe(200);
    if (moved) await DealerEntity.put({ ...dealer, ...moved }).go();
    else await DealerEntity.delete({ DealerKey }).go();
    setClock(TODAY + 60 * SECOND);
    expect((await call(auth.access, { as: token })).status).toBe(401);
  });

  it('ends with all others of its user', async () => {
    const user = await aUser({ dealer: 22 });
    const { token } = await shownAs(user, 220);
    await sessionStore.endAllOf(user.UserKey);
    setClock(Date.now() + 60 * SECOND);
    expect((await call(auth.access, { as: token })).status).toBe(401);
  });
});

describe('the dealers to choose from', () => {
  const namesIn = ({ items }: { items: { DealerName: string }[] }) => items.map(({ DealerName }) => DealerName);

  it("are for the switcher those below the user's own, each with its parent [P1-C22 P3-C81]", async () => {
    const { items, cursor } = await ask(dealerSwitch.subDealers, { as: northwind });
    expect(cursor).toBeNull();
    expect(items).toEqual([
      { DealerKey: 220, DealerName: 'Northwind Oregon', DealerParentName: 'Northwind Response' },
      { DealerKey: 2201, DealerName: 'Northwind Portland Metro', DealerParentName: 'Northwind Oregon' },
      { DealerKey: 2202, DealerName: 'Northwind Coast', DealerParentName: 'Northwind Oregon' },
      { DealerKey: 221, DealerName: 'Northwind Washington', DealerParentName: 'Northwind Response' },
    ]);
  });

  it("are for an engineer's header the whole own tree, the own dealer first [P1-C25 P3-C69]", async () => {
    const dealers = await ask(dealerSwitch.headerDealers, { as: engineer });
    expect(dealers.items[0]).toEqual({ DealerKey: 1, DealerName: 'Watchkeep', DealerParentName: null });
    expect(namesIn(dealers)).toEqual(expect.arrayContaining(['Cedar Home Care', 'Northwind Coast']));
    const ofOregon = await aUser({ type: USER_TYPE.engineer, dealer: 220 });
    expect(namesIn(await ask(dealerSwitch.headerDealers, { as: ofOregon }))).toEqual([
      'Northwind Oregon',
      'Northwind Portland Metro',
      'Northwind Coast',
    ]);
  });

  it('are the same while shown as one of them', async () => {
    const { token } = await shownAs(northwind, 2201);
    expect((await ask(dealerSwitch.subDealers, { as: token })).items).toHaveLength(4);
  });

  it('are empty for a dealer without sub-dealers, which is not offered the switch [P1-A26 P3-A15]', async () => {
    const coast = await aUser({ dealer: 2202 });
    expect((await ask(dealerSwitch.subDealers, { as: coast })).items).toEqual([]);
    expect((await ask(auth.access, { as: coast })).user.hasSubDealers).toBe(false);
    expect((await ask(auth.access, { as: oregon })).user.hasSubDealers).toBe(true);
  });

  it.each([
    ['the beginning of a word of the name, whatever its case', 'COAS', ['Northwind Coast']],
    ['the key', '2201', ['Northwind Portland Metro']],
    ['nothing like it', 'cedar', []],
  ])('are found by %s', async (_, searchText, names) => {
    expect(namesIn(await ask(dealerSwitch.subDealers, { searchText, as: northwind }))).toEqual(names);
  });

  it('come page by page, each once, where there are a thousand', async () => {
    // A hundred dealers with these details are more than DynamoDB returns at once (1 MB).
    const Details = 'x'.repeat(12_000);
    const dealers = Array.from({ length: 1000 }, (_, index) => ({
      DealerKey: 100_000 + index,
      DealerName: `Franchise ${String(index).padStart(4, '0')} ${index % 20 === 7 ? 'Harbour' : 'Valley'}`,
      DealerParent: 49,
      DealerStatus: 3,
      ...(index >= 900 && { Details }),
      dealerPath: `/1/49/${100_000 + index}/`,
      tree: 'all',
    }));
    await writeAll(
      dealers.flatMap((dealer) => [
        itemOf(DealerEntity, dealer),
        ...dealerLookupsOf(dealer).map((lookup) => itemOf(DealerLookupEntity, lookup)),
      ]),
      () => {},
    );
    const cedar = await aUser({ dealer: 49 });
    const walk = async (asked: { searchText?: string; pageSize: number }) => {
      const pages: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await ask(dealerSwitch.subDealers, { ...asked, ...(cursor && { cursor }), as: cedar });
        expect(page.items.length).toBeLessThanOrEqual(asked.pageSize);
        pages.push(namesIn(page));
        cursor = page.cursor;
      }
      return pages;
    };
    const found = await walk({ searchText: 'harbour', pageSize: 20 });
    expect(found.length).toBeLessThanOrEqual(4);
    expect(found.flat()).toHaveLength(50);
    expect(new Set(found.flat()).size).toBe(50);
    const all = await walk({ pageSize: 100 });
    // The first page leaves out the dealer itself.
    expect(all.slice(0, -1).map((page) => page.length)).toEqual([99, ...Array.from({ length: 9 }, () => 100)]);
    const franchises = all.flat().filter((name) => name.startsWith('Franchise'));
    expect(franchises).toEqual(dealers.map(({ DealerName }) => DealerName));
  });

  it("are hidden from monitoring centres, and the header's from users without engineer access [P3-A13]", async () => {
    const operator = await aUser({ type: USER_TYPE.monitoringCentre, dealer: 22 });
    const staff = await aUser({ dealer: 22, flags: ACCESS_FLAGS.filter((flag) => flag !== 'ENGINEER') });
    expect((await call(dealerSwitch.subDealers, { as: operator })).status).toBe(403);
    expect((await call(dealerSwitch.showAsSubDealer, { DealerKey: 220, as: operator })).status).toBe(403);
    expect((await call(dealerSwitch.headerDealers, { as: staff })).status).toBe(403);
  });
});

describe('engineer access', () => {
  it.each([
    [true, ACCESS_FLAGS],
    [false, ACCESS_FLAGS.filter((flag) => flag !== 'ENGINEER')],
  ])('is at the root of the answer: accessENGINEER %s [P2-A04]', async (said, flags) => {
    const user = await aUser({ dealer: 22, flags });
    expect((await ask(auth.access, { as: user })).accessENGINEER).toBe(said);
  });
});
