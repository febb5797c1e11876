import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessFlag } from '#core/access.ts';
import { audit } from '#core/audit/contract.ts';
import type { AuditAction } from '#core/audit/kinds.ts';
import { changedFields, sentenceOf } from '#core/audit/sentence.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import { instant, MINUTE } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { users } from '#core/users/contract.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { AuditEntity, auditEntry } from '#data/audit/audit.ts';
import { listEntry } from '#data/audit/audit-lines.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call, type Output } from '#support/call.ts';
import { measure, measured } from '#support/capacity.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

const READER: AccessFlag[] = ['ADMIN', 'UNIT', 'UNIT_EDIT'];
let northwind: UserRecord;
let oregon: UserRecord;
let cedar: UserRecord;
let root: UserRecord;

beforeAll(async () => {
  await someDealers();
  northwind = await aUser({ dealer: 22, flags: READER });
  oregon = await aUser({ dealer: 220, flags: READER });
  cedar = await aUser({ dealer: 49, flags: READER });
  root = await aUser({ dealer: 1, flags: READER });
});

const actions = ({ items }: Output<typeof audit.ofObject>) => items.map(({ action }) => action);
const ofUnit = (objectId: string, as: UserRecord, more = {}) =>
  call(audit.ofObject, { objectKind: 'unit', objectId, as, ...more });

/** Entries of a unit, one per minute; the last at TODAY. */
async function entries(of: { UnitSerNum: string; DealerKey: number }, by: UserRecord, names: string[]) {
  for (const [index, action] of names.entries()) {
    const at = TODAY - (names.length - 1 - index) * MINUTE;
    const change = {
      objectKind: 'unit' as const,
      objectId: of.UnitSerNum,
      dealerKey: of.DealerKey,
      action: action as AuditAction,
    };
    const states = action === 'switch reporting' && { before: { Report: 1 }, after: { Report: 0 } };
    await AuditEntity.create(auditEntry(scopeOf(by), { ...change, ...states }, at)).go();
  }
}

describe('the audit of an object', () => {
  it('shows who did what, from what to what, and when, newest first', async () => {
    const unit = await aUnit({ dealer: 220, Report: 1 });
    await unitChangeStore.setReporting(scopeOf(oregon), unit, 0, TODAY);
    await unitChangeStore.setReporting(scopeOf(northwind), { ...unit, Report: 0 }, 1, TODAY + MINUTE);
    const { items, cursor } = await ask(audit.ofObject, {
      objectKind: 'unit',
      objectId: unit.UnitSerNum,
      as: northwind,
    });
    expect(cursor).toBeNull();
    expect(items).toMatchObject([
      { actorName: northwind.UserName, at: instant(TODAY + MINUTE), before: { Report: 0 }, after: { Report: 1 } },
      {
        objectKind: 'unit',
        objectId: unit.UnitSerNum,
        action: 'switch reporting',
        actorKey: oregon.UserKey,
        actorName: oregon.UserName,
        asUserName: oregon.UserName,
        dealerKey: 220,
        dealerName: 'Northwind Oregon',
        at: instant(TODAY),
        before: { Report: 1 },
        after: { Report: 0 },
      },
    ]);
  });

  it('is empty if nothing was changed, and not found if the object is outside the scope', async () => {
    const unit = await aUnit({ dealer: 22 });
    expect((await ofUnit(unit.UnitSerNum, northwind)).body.items).toEqual([]);
    const strip = ({ status, body: { correlationId: _id, ...body } }: Awaited<ReturnType<typeof call>>) => ({
      status,
      body,
    });
    const foreign = strip(await ofUnit(unit.UnitSerNum, cedar));
    expect(foreign).toMatchObject({ status: 404 });
    expect(strip(await ofUnit(unit.UnitSerNum, oregon))).toEqual(foreign);
    expect(strip(await ofUnit('ZZ9999', cedar))).toEqual(foreign);
  });

  it('hides entries from before the object came from another dealer', async () => {
    const unit = await aUnit({ dealer: 49 });
    await entries(unit, cedar, ['at cedar']);
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum })
      .set({ DealerKey: 22, dealerPath: '/1/22/' })
      .composite({ UnitModel: unit.UnitModel })
      .go();
    await entries({ ...unit, DealerKey: 22 }, northwind, ['at northwind']);
    expect(actions((await ofUnit(unit.UnitSerNum, northwind)).body)).toEqual(['at northwind']);
    expect((await ofUnit(unit.UnitSerNum, cedar)).status).toBe(404);
    expect(actions((await ofUnit(unit.UnitSerNum, root)).body).sort()).toEqual(['at cedar', 'at northwind']);
  });

  it('stays after the object is deleted', async () => {
    const user = await aUser({ dealer: 220, flags: [] });
    await ask(users.remove, { id: user.UserKey, as: northwind });
    const of = { objectKind: 'user', objectId: user.UserKey };
    const { items } = await ask(audit.ofObject, { ...of, as: oregon });
    expect(items).toMatchObject([{ action: 'delete user', objectName: fullNameOf(user) }]);
    expect((await call(audit.ofObject, { ...of, as: cedar })).status).toBe(404);
    const none = await ask(audit.ofObject, { ...of, action: 'no such', as: oregon });
    expect(none).toEqual({ items: [], cursor: null });
  });

  it('of a deleted object is known by its newest entries; its former dealer keeps its own in its list', async () => {
    const [objectId, then] = ['user-that-moved', TODAY - 300 * MINUTE];
    const entry = (dealerKey: number, at: number) =>
      AuditEntity.create(
        auditEntry(scopeOf(root), { objectKind: 'user', objectId, dealerKey, action: 'disable user' }, at),
      ).go();
    const ofUser = (as: UserRecord) => call(audit.ofObject, { objectKind: 'user', objectId, as });
    await entry(220, then);
    for (let count = 1; count < 100; count++) await entry(49, then + count * MINUTE);
    expect((await ofUser(oregon)).body.items).toMatchObject([{ dealerKey: 220 }]);
    await entry(49, then + 100 * MINUTE);
    expect((await ofUser(oregon)).status).toBe(404);
    const own = { dealerKey: 220, from: instant(then), to: instant(then), as: oregon };
    expect((await ask(audit.ofDealer, own)).items).toMatchObject([{ objectId, dealerKey: 220 }]);
  });

  it('is filtered by date and by action', async () => {
    const unit = await aUnit({ dealer: 220 });
    await entries(unit, oregon, ['switch reporting', 'correct SIM state', 'switch reporting', 'reset']);
    const of = async (more: object) => actions((await ofUnit(unit.UnitSerNum, northwind, more)).body);
    expect(await of({ action: 'switch reporting' })).toEqual(['switch reporting', 'switch reporting']);
    expect(await of({ from: instant(TODAY - MINUTE) })).toEqual(['reset', 'switch reporting']);
    expect(await of({ to: instant(TODAY - 2 * MINUTE) })).toEqual(['correct SIM state', 'switch reporting']);
    expect(await of({ from: instant(TODAY - 2 * MINUTE), to: instant(TODAY - 2 * MINUTE) })).toEqual([
      'correct SIM state',
    ]);
    expect(await of({ from: instant(TODAY + 1) })).toEqual([]);
  });

  it('is paged, also if few of many entries match', async () => {
    const unit = await aUnit({ dealer: 220 });
    const names = Array.from({ length: 60 }, (_, index) => (index === 2 ? 'rare' : `usual ${index}`));
    await entries(unit, oregon, names);
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = (await ofUnit(unit.UnitSerNum, northwind, { pageSize: 25, ...(cursor && { cursor }) })).body;
      found.push(...actions(page));
      cursor = page.cursor;
    } while (cursor);
    expect(found).toEqual([...names].reverse());
    const rare = (await ofUnit(unit.UnitSerNum, northwind, { pageSize: 10, action: 'rare' })).body;
    expect(actions(rare)).toEqual(['rare']);
  });

  it('reads a limited number of pages per request, and continues from there', async () => {
    const unit = await aUnit({ dealer: 220 });
    await entries(unit, oregon, ['rare', ...Array.from({ length: 35 }, () => 'usual')]);
    const first = (await ofUnit(unit.UnitSerNum, northwind, { pageSize: 3, action: 'rare' })).body;
    expect(first).toEqual({ items: [], cursor: expect.any(String) });
    const next = await ofUnit(unit.UnitSerNum, northwind, { pageSize: 3, action: 'rare', cursor: first.cursor });
    expect(actions(next.body)).toEqual(['rare']);
  });

  it('costs one page, however long it is', async () => {
    const unit = await aUnit({ dealer: 2201 });
    // What instances cache does not expire meanwhile.
    setClock(Date.now());
    const cost = async () => {
      const { token } = await aSession(root);
      measure((entity, index) => `${entity} ${index}`);
      await ask(audit.ofObject, { objectKind: 'unit', objectId: unit.UnitSerNum, pageSize: 10, as: token });
      return measured();
    };
    await entries(
      unit,
      oregon,
      Array.from({ length: 20 }, () => 'one'),
    );
    await cost();
    const few = await cost();
    await entries(
      unit,
      oregon,
      Array.from({ length: 200 }, () => 'more'),
    );
    expect(await cost()).toEqual(few);
  });
});

describe('the audit of a user', () => {
  it("shows the user's actions, and separately the actions of others with their access, with both names", async () => {
    const [worker, admin] = [
      await aUser({ dealer: 220, flags: ['UNIT', 'UNIT_EDIT'] }),
      await aUser({ dealer: 22, flags: READER }),
    ];
    const unit = await aUnit({ dealer: 220, Report: 1 });
    await unitChangeStore.setReporting(scopeOf(worker), unit, 0, TODAY);
    setClock(TODAY + MINUTE);
    const { token: own } = await aSession(admin, TODAY);
    const { token } = await ask(users.setAccessAs, { userKeyAs: worker.UserKey, as: own });
    await ask(units.setReporting, { UnitSerNum: unit.UnitSerNum, Report: 1, as: token });
    const { token: reader } = await aSession(northwind, TODAY);
    const of = async (userKey: string, part: 'by' | 'as') =>
      (await ask(audit.ofUser, { userKey, part, as: reader })).items.map(({ action, actorName, asUserName }) => ({
        action,
        actorName,
        asUserName,
      }));
    const taken = { action: 'switch reporting', actorName: admin.UserName, asUserName: worker.UserName };
    expect(await of(worker.UserKey, 'by')).toEqual([
      { action: 'switch reporting', actorName: worker.UserName, asUserName: worker.UserName },
    ]);
    expect(await of(worker.UserKey, 'as')).toEqual([taken]);
    expect(await of(admin.UserKey, 'by')).toEqual(
      expect.arrayContaining([
        taken,
        { action: 'take on access', actorName: admin.UserName, asUserName: admin.UserName },
      ]),
    );
  });

  it('is hidden from other dealers, also for a user above who changed something of theirs', async () => {
    const unit = await aUnit({ dealer: 220 });
    await entries(unit, root, ['from above']);
    for (const userKey of [root.UserKey, cedar.UserKey, 'user-of-nobody'])
      expect((await call(audit.ofUser, { userKey, as: northwind })).status).toBe(404);
    // The reader of the unit's audit still sees the change and who made it.
    expect((await ofUnit(unit.UnitSerNum, northwind)).body.items).toMatchObject([{ actorName: root.UserName }]);
  });

  it('leaves out actions for other dealers', async () => {
    const mover = await aUser({ dealer: 22, flags: [] });
    await entries(await aUnit({ dealer: 49 }), mover, ['elsewhere']);
    await entries(await aUnit({ dealer: 22 }), mover, ['here']);
    expect(actions(await ask(audit.ofUser, { userKey: mover.UserKey, as: northwind }))).toEqual(['here']);
  });
});

describe('the audit of a dealer', () => {
  it('reveals no entry of another dealer in its cursor, neither object nor time', async () => {
    const mover = await aUser({ dealer: 22, flags: READER });
    const elsewhere = await aUnit({ dealer: 49 });
    await entries(
      elsewhere,
      mover,
      Array.from({ length: 12 }, () => 'elsewhere'),
    );
    const of = { userKey: mover.UserKey, pageSize: 1, as: northwind };
    const { items, cursor } = await ask(audit.ofUser, of);
    expect(items).toEqual([]);
    const plain = Buffer.from(cursor!, 'base64url').toString('latin1');
    expect(plain).not.toContain(elsewhere.UnitSerNum);
    expect(plain).not.toContain(instant(TODAY).slice(0, 10));
    expect(await ask(audit.ofUser, { ...of, cursor: cursor! })).toEqual({ items: [], cursor: null });
  });

  it('shows changes of what the dealer owns, of the dealer itself, and by dealers above', async () => {
    const dealer = await aUser({ dealer: 2202, flags: READER });
    await entries(await aUnit({ dealer: 2202 }), dealer, ['one', 'two']);
    for (const as of [dealer, oregon, northwind, root])
      expect(actions(await ask(audit.ofDealer, { dealerKey: 2202, as }))).toEqual(['two', 'one']);
    for (const dealerKey of [220, 1, 49, 4711])
      expect((await call(audit.ofDealer, { dealerKey, as: dealer })).status).toBe(404);
  });
});

describe('the audit of a dealer and all dealers below it', () => {
  const tree = (dealerKey: number, as: UserRecord | string, more = {}) =>
    ask(audit.ofDealer, { dealerKey, below: 'true', as, ...more });
  /** Entries of a new unit, listed as the reaction to the stream does. */
  async function listed(dealer: number, by: UserRecord, names: string[]) {
    const unit = await aUnit({ dealer });
    await entries(unit, by, names);
    const { data } = await AuditEntity.query
      .byObject({ objectKind: 'unit', objectId: unit.UnitSerNum })
      .go({ pages: 'all' });
    // Twice: a reaction can run again.
    for (const entry of [...data, ...data]) await listEntry(entry);
    return unit;
  }

  it('shows changes at every level, to readers at or above them only', async () => {
    await listed(2201, oregon, ['deep']);
    await listed(221, northwind, ['beside']);
    expect(actions(await tree(220, oregon))).toEqual(['deep']);
    expect(actions(await tree(22, northwind)).sort()).toEqual(['beside', 'deep']);
    expect(actions(await tree(220, root))).toEqual(['deep']);
    expect(actions(await tree(49, cedar))).toEqual([]);
    expect((await call(audit.ofDealer, { dealerKey: 22, below: 'true', as: oregon })).status).toBe(404);
  });

  it('leaves out a dealer that was moved away, and its entries', async () => {
    const unit = await listed(221, northwind, ['before the move']);
    expect(actions(await tree(22, northwind, { action: 'before the move' }))).toEqual(['before the move']);
    await DealerEntity.patch({ DealerKey: 221 }).set({ dealerPath: '/1/49/221/', tree: 'all' }).go();
    expect(actions(await tree(22, northwind, { action: 'before the move' }))).toEqual([]);
    expect(actions(await tree(1, root, { action: 'before the move' }))).toEqual(['before the move']);
    await DealerEntity.patch({ DealerKey: 221 }).set({ dealerPath: unit.dealerPath, tree: 'all' }).go();
  });

  it('finds a rare action among many with one page of reads, and costs one page, however long it is', async () => {
    await listed(2202, oregon, ['rare']);
    // What instances cache does not expire meanwhile.
    setClock(Date.now());
    const cost = async (more: object) => {
      const { token } = await aSession(oregon);
      measure((entity, index) => `${entity} ${index}`);
      const { items } = await tree(220, token, { pageSize: 10, ...more });
      return { ...measured(), items: items.length };
    };
    await listed(
      2202,
      oregon,
      Array.from({ length: 20 }, () => 'usual'),
    );
    await cost({});
    const few = [await cost({}), await cost({ action: 'rare' })];
    await listed(
      2202,
      oregon,
      Array.from({ length: 60 }, () => 'usual'),
    );
    expect([await cost({}), await cost({ action: 'rare' })]).toEqual(few);
    expect(few).toMatchObject([{ items: 10 }, { items: 1 }]);
  });

  it('names the dealers that an entry mentions, if the reader may see them', async () => {
    const as = await aUser({ dealer: 22, flags: READER });
    const { user } = await ask(users.create, {
      UserName: 'mover@northwind.example',
      UserEmail: 'mover@northwind.example',
      UserFirstName: 'Mo',
      UserLastName: 'Ver',
      DealerKey: 220,
      as,
    });
    const { items } = await ask(audit.ofObject, { objectKind: 'user', objectId: user.UserKey, as });
    // The invitation can have the same instant.
    const entry = items.find(({ action }) => action === 'create user');
    expect(entry).toMatchObject({ dealerNames: { 220: 'Northwind Oregon' } });
    expect(sentenceOf(entry!)).toBe(`${fullNameOf(as)} created the user Mo Ver`);
    expect(changedFields(entry!)).toContainEqual({ label: 'Dealer', is: 'text', from: [], to: ['Northwind Oregon'] });
  });
});

describe('a bulk action in the audit', () => {
  it('is one line that opens to its units, which are not listed one by one', async () => {
    const as = await aUser({ dealer: 220, flags: [...READER, 'BULK_ACTIONS'] });
    const unitsOfIt = [await aUnit({ dealer: 220, Report: 1 }), await aUnit({ dealer: 220, Report: 1 })];
    const { bchKey } = await ask(bulkActions.create, {
      units: unitsOfIt.map(({ UnitSerNum }) => UnitSerNum),
      action: 'reporting',
      type: 'off',
      UnitModel: unitsOfIt[0]!.UnitModel,
      as,
    });
    const bulkAction = await bulkActionStore.get(scopeOf(as), bchKey);
    for (const unit of unitsOfIt)
      await bulkActionRowStore.switchReporting(
        { bulkAction, UnitSerNum: unit.UnitSerNum, now: TODAY },
        scopeOf(as),
        unit,
      );
    const by = (await ask(audit.ofUser, { userKey: as.UserKey, as: northwind })).items;
    expect(by.map(sentenceOf)).toEqual([`${fullNameOf(as)} started to switch reporting off for 2 units`]);
    const parts = await ask(audit.ofBulkAction, { bchKey, as: northwind });
    expect(parts.items.map(sentenceOf).sort()).toEqual(
      unitsOfIt.map(({ UnitSerNum }) => `${fullNameOf(as)} switched reporting off for ${UnitSerNum}`).sort(),
    );
    expect(actions((await ofUnit(unitsOfIt[0]!.UnitSerNum, northwind)).body)).toEqual(['switch reporting']);
    expect((await call(audit.ofBulkAction, { bchKey, as: cedar })).status).toBe(404);
  });
});

describe('the state of a SIM in the audit', () => {
  it('hides Non-Billing from readers who are no engineers', async () => {
    const unit = await aUnit({ dealer: 220 });
    await unitChangeStore.correctSimState(scopeOf(oregon), unit, 1, SIM_STATE.nonBilling, TODAY);
    const engineer = await aUser({ dealer: 22, flags: ['ENGINEER'] });
    const stateFor = async (as: UserRecord) => (await ofUnit(unit.UnitSerNum, as)).body.items[0].after;
    expect(await stateFor(northwind)).toEqual({ ICCID1State: SIM_STATE.deactivated });
    expect(await stateFor(engineer)).toEqual({ ICCID1State: SIM_STATE.nonBilling });
  });
});

describe('access to the audit', () => {
  it.each<[AccessFlag[], number]>([
    [['ADMIN'], 200],
    [['ENGINEER'], 200],
    [['UNIT', 'REPORTS', 'SIM_EDIT'], 403],
  ])('with %j is allowed: %i', async (flags, status) => {
    const as = await aUser({ dealer: 22, flags });
    expect((await call(audit.ofDealer, { dealerKey: 22, as })).status).toBe(status);
  });
});
