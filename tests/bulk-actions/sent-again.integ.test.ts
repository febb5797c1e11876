import { beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { auditOf } from '#support/audit.ts';
import { ask } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aBulkActionLine, detailOf, serialsOf, someUnits, switchOff, work } from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let user: UserRecord;

beforeAll(async () => {
  await someDealers();
  line = await aBulkActionLine();
  user = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});

const someSerials = async () => serialsOf(await someUnits(2, { dealer: 220 }));
const keysOf = async (...started: ReturnType<typeof switchOff>[]) =>
  new Set((await Promise.all(started)).map(({ bchKey }) => bchKey)).size;

describe('the start of a bulk action that is sent again', () => {
  it('starts nothing, at once and in the next two minutes: the answer is the one that runs', async () => {
    const units = await someSerials();
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => switchOff(user, units)));
    expect([second?.bchKey, third?.bchKey]).toEqual([first?.bchKey, first?.bchKey]);
    expect((await switchOff(user, units)).bchKey).toBe(first?.bchKey);
    expect(await auditOf('bulkAction', first?.bchKey ?? '')).toHaveLength(1);

    expect(await work(...(await line.nextShares()))).toEqual([]);
    expect((await detailOf(user, first?.bchKey ?? '')).bulkAction).toMatchObject({ state: 'finished', done: 2 });
  });

  it('starts another if the first is over, paused or older', async () => {
    const units = await someSerials();
    const first = await switchOff(user, units);
    await work(...(await line.nextShares()));
    const second = await switchOff(user, units);
    expect(second.bchKey).not.toBe(first.bchKey);

    await ask(bulkActions.pause, { bchKey: second.bchKey, as: user });
    const third = await switchOff(user, units);
    expect(third.bchKey).not.toBe(second.bchKey);

    const createdAt = new Date(Date.now() - 2 * MINUTE).toISOString();
    await BulkActionEntity.patch({ bchKey: third.bchKey }).set({ createdAt }).go();
    expect((await switchOff(user, units)).bchKey).not.toBe(third.bchKey);
  });

  it('starts another for another order, and for the same one after another', async () => {
    const units = await someSerials();
    const order = { action: 'reporting', UnitModel: 'MXD-LTE', units, as: user } as const;
    expect(
      await keysOf(
        switchOff(user, units),
        switchOff(user, units.slice(1)),
        ask(bulkActions.create, { ...order, type: 'on' }),
        ask(bulkActions.create, { ...order, type: 'off', pace: 1 }),
      ),
    ).toBe(4);
    const off = await switchOff(user, units);
    await ask(bulkActions.create, { ...order, type: 'on' });
    expect((await switchOff(user, units)).bchKey).not.toBe(off.bchKey);
  });

  it('starts another for another person', async () => {
    const units = await someSerials();
    const other = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    expect(await keysOf(switchOff(user, units), switchOff(other, units))).toBe(2);
  });

  it('starts nothing for the same query', async () => {
    const query = { UnitModel: 'MXD-LTE', action: 'reporting', type: 'off', query: {}, as: user } as const;
    expect(await keysOf(ask(bulkActions.create, query), ask(bulkActions.create, query))).toBe(1);
  });
});
