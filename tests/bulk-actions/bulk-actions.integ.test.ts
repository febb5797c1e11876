import { beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';
import { aBulkActionLine, detailOf, reportOf, serialsOf, someUnits, switchOff, work } from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let user: UserRecord;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
  line = await aBulkActionLine();
});

describe('a bulk action', () => {
  it('is accepted at once, and applied to every unit in shares of 25 [P2-C71 P2-B02 P1-C77]', async () => {
    const units = serialsOf(await someUnits(60, { dealer: 220 }));
    const accepted = await switchOff(user, units);
    expect(accepted).toMatchObject({ state: 'queued', total: 60, done: 0, failed: 0, createdBy: fullNameOf(user) });

    const shares = await line.nextShares();
    expect(shares.map(({ body }) => JSON.parse(body).units.length).sort()).toEqual([10, 25, 25]);
    expect(await work(shares[0]!)).toEqual([]);
    expect((await detailOf(user, accepted.bchKey)).bulkAction.state).toBe('running');
    expect(await work(...shares.slice(1))).toEqual([]);

    const { bulkAction, rows } = await detailOf(user, accepted.bchKey);
    expect(bulkAction).toMatchObject({ state: 'finished', total: 60, done: 60, failed: 0 });
    expect(rows.map(({ UnitSerNum, state }) => [UnitSerNum, state])).toEqual(units.map((one) => [one, 'done']));
    for (const one of units) expect(await reportOf(one)).toBe(0);
  });

  it('has an audit entry of its own and one for each unit, with the user who started it', async () => {
    const units = serialsOf(await someUnits(2, { dealer: 2201 }));
    const { bchKey } = await switchOff(user, units);
    await work(...(await line.nextShares()));
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      { action: 'start reporting off', actorKey: user.UserKey, after: { units: 2 } },
    ]);
    for (const one of units)
      expect(await auditOf('unit', one)).toMatchObject([
        { actorKey: user.UserKey, dealerKey: 2201, before: { Report: 1 }, after: { Report: 0 } },
      ]);
  });

  it('tells the status of its units now, of those that the caller still sees [P2-C72]', async () => {
    const units = serialsOf(await someUnits(3, { dealer: 220 }));
    const { bchKey } = await switchOff(user, units);
    const now = async () => (await ask(bulkActions.unitStatus, { bchKey, as: user })).units;
    const shown = { UnitModel: 'MXD-LTE', UnitStatus: expect.any(Number) };
    expect(await now()).toEqual(units.map((UnitSerNum) => ({ UnitSerNum, ...shown, Report: 1 })));
    await work(...(await line.nextShares()));
    await UnitEntity.patch({ UnitSerNum: units[0]! }).set({ dealerPath: '/1/49/', DealerKey: 49 }).go();
    expect(await now()).toEqual(units.slice(1).map((UnitSerNum) => ({ UnitSerNum, ...shown, Report: 0 })));
    const as = await aUser({ dealer: 49, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    expect((await call(bulkActions.unitStatus, { bchKey, as })).status).toBe(404);
  });

  it('contains each unit once, however often the request names it', async () => {
    const [unit] = serialsOf(await someUnits(1, { dealer: 220 }));
    const { bchKey, total } = await switchOff(user, [unit!, unit!.toLowerCase(), ` ${unit} `]);
    expect(total).toBe(1);
    await work(...(await line.nextShares()));
    expect((await detailOf(user, bchKey)).rows).toHaveLength(1);
  });

  it('has 1 to 1,000 units [P2-V24 P2-M45]', async () => {
    const create = (units: string[]) =>
      call(bulkActions.create, { units, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', as: user });
    const serials = Array.from({ length: 1001 }, (_, index) => String(700_000 + index));
    expect(await create([])).toMatchObject({
      status: 422,
      body: { message: 'Please select a unit to perform a bulk action', issues: [{ path: 'units' }] },
    });
    expect(await create(serials)).toMatchObject({ status: 422, body: { message: 'At most 1000 units at a time' } });
    expect((await create(serials.slice(1))).status).toBe(200);
    expect(await line.nextShares()).toHaveLength(40);
  });
});

describe('a row', () => {
  it('fails if the unit belongs to another dealer, as if it did not exist [P1-A03]', async () => {
    const own = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', Report: 1 });
    const foreign = [
      await aUnit({ dealer: 49, UnitModel: 'MXD-LTE', Report: 1 }),
      await aUnit({ dealer: 22, Report: 1 }),
    ];
    const { bchKey } = await switchOff(user, [...serialsOf(foreign), 'ZZZZZZ', own.UnitSerNum]);
    expect(await work(...(await line.nextShares()))).toEqual([]);

    const { bulkAction, rows } = await detailOf(user, bchKey);
    expect(bulkAction).toMatchObject({ state: 'finished', done: 1, failed: 3 });
    const failed = { state: 'failed', reason: 'There is no such unit' };
    expect(rows).toMatchObject([failed, failed, failed, { state: 'done' }]);
    for (const unit of foreign) {
      expect(await reportOf(unit.UnitSerNum)).toBe(1);
      expect(await auditOf('unit', unit.UnitSerNum)).toEqual([]);
    }
  });

  it('fails with a message if the unit has another model', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'myConnect', Report: 1 });
    const { bchKey } = await switchOff(user, [UnitSerNum]);
    await work(...(await line.nextShares()));
    expect((await detailOf(user, bchKey)).rows).toMatchObject([
      { state: 'failed', reason: 'The unit is a myConnect, not a MXD-LTE' },
    ]);
    expect(await reportOf(UnitSerNum)).toBe(1);
  });

  it('runs for the dealer that the unit has at that moment', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', Report: 1 });
    const { bchKey } = await switchOff(user, [UnitSerNum]);
    const shares = await line.nextShares();
    await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    await work(...shares);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ done: 0, failed: 1 });
    expect(await reportOf(UnitSerNum)).toBe(1);
  });
});

describe('a row of a unit whose reporting is so already', () => {
  it('is done without an audit entry', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', Report: 0 });
    const { bchKey } = await switchOff(user, [UnitSerNum]);
    await work(...(await line.nextShares()));
    expect((await detailOf(user, bchKey)).rows).toMatchObject([{ state: 'done' }]);
    expect(await auditOf('unit', UnitSerNum)).toEqual([]);
  });

  it.each([
    [0, 1],
    [1, 0],
  ] as const)(
    'is not done if it is switched between read and write: read as %i, stored as %i',
    async (read, stored) => {
      const unit = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', Report: read });
      const { bchKey } = await switchOff(user, [unit.UnitSerNum]);
      const shares = await line.nextShares();
      await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ Report: stored }).go();
      const bulkAction = await bulkActionStore.get(WHOLE_TREE, bchKey);
      const outcome = { bulkAction, UnitSerNum: unit.UnitSerNum, now: Date.now() };
      await expect(bulkActionRowStore.switchReporting(outcome, scopeOf(user), unit)).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      // The message is delivered again, and reads the unit anew.
      await work(...shares);
      expect(await reportOf(unit.UnitSerNum)).toBe(0);
      expect((await auditOf('unit', unit.UnitSerNum)).map(({ before, after }) => [before, after])).toEqual(
        stored === 1 ? [[{ Report: 1 }, { Report: 0 }]] : [],
      );
    },
  );
});

describe('retrying failed units', () => {
  const retry = (bchKey: string, as = user) => call(bulkActions.retry, { bchKey, as });

  it('reopens their rows, and no finished row', async () => {
    const good = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', Report: 1 });
    const bad = await aUnit({ dealer: 220, UnitModel: 'myConnect', Report: 1 });
    const { bchKey } = await switchOff(user, serialsOf([good, bad]));
    await work(...(await line.nextShares()));
    await UnitEntity.patch({ UnitSerNum: bad.UnitSerNum }).set({ UnitModel: 'MXD-LTE' }).go();

    expect(await retry(bchKey)).toMatchObject({ status: 200, body: { state: 'running', done: 1, failed: 0 } });
    expect((await detailOf(user, bchKey)).rows.map(({ state }) => state)).toEqual(['done', 'queued']);
    const shares = await line.nextShares();
    expect(shares.flatMap(({ body }) => JSON.parse(body).units)).toEqual([bad.UnitSerNum]);
    await work(...shares);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ state: 'finished', done: 2, failed: 0 });
    expect(await auditOf('unit', good.UnitSerNum)).toHaveLength(1);
  });

  it('can fail again, any number of times', async () => {
    const { bchKey } = await switchOff(user, ['ZZZZZ1']);
    await work(...(await line.nextShares()));
    for (let tries = 0; tries < 3; tries++) {
      expect((await retry(bchKey)).status).toBe(200);
      await work(...(await line.nextShares()));
      expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ done: 0, failed: 1, state: 'finished' });
    }
  });

  it('makes messages of the previous attempt void', async () => {
    const bad = await aUnit({ dealer: 220, UnitModel: 'myConnect', Report: 1 });
    const { bchKey } = await switchOff(user, serialsOf([bad]));
    const [old] = await line.nextShares();
    await work(old!);
    await retry(bchKey);
    await work(old!);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ done: 0, failed: 0 });
    await work(...(await line.nextShares()));
    await work(old!);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ done: 0, failed: 1 });
  });

  it('adds an audit entry with the user and the number of units', async () => {
    const good = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', Report: 1 });
    const { bchKey } = await switchOff(user, [good.UnitSerNum, 'ZZZZZ6']);
    await work(...(await line.nextShares()));
    const other = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    expect((await retry(bchKey, other)).status).toBe(200);
    await line.nextShares();
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      { action: 'start reporting off', actorKey: user.UserKey },
      {
        action: 'retry reporting off',
        actorKey: other.UserKey,
        dealerKey: 220,
        before: { attempt: 1, done: 1, failed: 1 },
        after: { attempt: 2, units: 1 },
      },
    ]);
  });

  it('is refused until all rows have an outcome, and if no row failed', async () => {
    const [unit] = serialsOf(await someUnits(1, { dealer: 220 }));
    const { bchKey } = await switchOff(user, [unit!]);
    expect(await retry(bchKey)).toMatchObject({ status: 409, body: { message: 'The bulk action is still running' } });
    await work(...(await line.nextShares()));
    expect(await retry(bchKey)).toMatchObject({ status: 409, body: { message: 'No unit failed' } });
  });

  it('starts once for simultaneous requests', async () => {
    const { bchKey } = await switchOff(user, ['ZZZZZ2']);
    await work(...(await line.nextShares()));
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => retry(bchKey)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    const shares = await line.nextShares();
    expect(shares.map(({ body }) => JSON.parse(body).attempt)).toEqual([2]);
  });
});

describe('the list of bulk actions', () => {
  it('shows one dealer, newest first, in pages [P1-C76]', async () => {
    const staff = await aUser({ dealer: 2202, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    const started: string[] = [];
    for (let count = 0; count < 5; count++) started.unshift((await switchOff(staff, [`ZZZZ3${count}`])).bchKey);
    const first = await ask(bulkActions.list, { pageSize: 3, as: staff });
    const second = await ask(bulkActions.list, { pageSize: 3, cursor: first.cursor!, as: staff });
    expect([...first.items, ...second.items].map(({ bchKey }) => bchKey)).toEqual(started);
    expect(second.cursor).toBeNull();
    await line.nextShares();
  });

  it('of a sub-dealer is visible above it and not beside it [P1-A03]', async () => {
    const { bchKey } = await switchOff(await aUser({ dealer: 2201, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] }), ['ZZZZZ4']);
    await line.nextShares();
    const listOf = async (dealer: number, dealerKey?: number) =>
      call(bulkActions.list, { dealerKey, as: await aUser({ dealer, flags: ['BULK_ACTIONS'] }) });
    const keys = ({ body }: { body: { items: { bchKey: string }[] } }) => body.items.map((one) => one.bchKey);
    expect(keys(await listOf(2201))).toEqual([bchKey]);
    expect(keys(await listOf(22, 2201))).toEqual([bchKey]);
    expect(keys(await listOf(22))).toEqual([]);
    expect((await listOf(49, 2201)).status).toBe(404);
    expect((await listOf(2201, 220)).status).toBe(404);
  });

  it('rejects the cursor of another dealer', async () => {
    const staff = await aUser({ dealer: 13, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    for (let count = 0; count < 2; count++) await switchOff(staff, ['ZZZZZ5']);
    await line.nextShares();
    const { cursor } = await ask(bulkActions.list, { pageSize: 1, as: staff });
    expect((await call(bulkActions.list, { cursor: cursor!, as: user })).status).toBe(422);
  });
});
