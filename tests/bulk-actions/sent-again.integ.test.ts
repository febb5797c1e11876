import { beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { startBulkActionOnce } from '#data/bulk-actions/start-once.ts';
import { auditOf } from '#support/audit.ts';
import { ask } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';
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

  it('starts nothing for parts that are kept apart, though each follows another', async () => {
    const scope = scopeOf(user);
    const order = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE' } as const;
    const [one, other] = await Promise.all([someSerials(), someSerials()]);
    const start = (units: string[], apart?: string) =>
      startBulkActionOnce(scope, { ...order, units }, Date.now(), apart === undefined ? {} : { apart });
    const firsts = [await start(one, 'part 1'), await start(other, 'part 2'), await start(one)];
    const seconds = [await start(one, 'part 1'), await start(other, 'part 2'), await start(one)];
    expect(seconds.map(({ bchKey }) => bchKey)).toEqual(firsts.map(({ bchKey }) => bchKey));
    expect(new Set(firsts.map(({ bchKey }) => bchKey)).size).toBe(3);
  });

  it('starts nothing for the same list of a mass update, and another one for another profile', async () => {
    const as = await aUser({ dealer: 1, flags: ['ADMIN', 'UNIT_EDIT', 'BULK_ACTIONS', 'ENGINEER', 'PROFILE_EDIT'] });
    const units = await someSerials();
    const value = (ProfileKey: number) =>
      ({ action: 'profile', ProfileKey, ProfileName: `Profile ${ProfileKey}` }) as const;
    const order = { action: 'profile', type: 'assignProfile', UnitModel: 'MXD-LTE' } as const;
    const start = async (ProfileKey: number) => {
      const asked = { ...order, value: value(ProfileKey), listed: units, matching: '2 units of a list' };
      return (await startBulkActionOnce(scopeOf(as), asked, Date.now())).bchKey;
    };
    const first = await start(7);
    expect(await start(7)).toBe(first);
    expect(await start(8)).not.toBe(first);
  });

  it('starts nothing for the same query, and another one for another query', async () => {
    const query = { UnitModel: 'MXD-LTE', action: 'reporting', type: 'off', query: {}, as: user } as const;
    expect(await keysOf(ask(bulkActions.create, query), ask(bulkActions.create, query))).toBe(1);
    const silent = { ...query, query: { silentOver: 24 } } as const;
    expect(await keysOf(ask(bulkActions.create, silent), ask(bulkActions.create, silent))).toBe(1);
    expect(await keysOf(ask(bulkActions.create, query), ask(bulkActions.create, silent))).toBe(2);
  });
});
