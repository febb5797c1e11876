import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { billing } from '#core/billing/contract.ts';
import { NO_TOTALS } from '#core/billing/totals.ts';
import { DAY } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { BillEntity, BillingRunEntity, BillLineEntity, BillTypeEntity } from '#data/billing/entities.ts';
import { billingStateStore } from '#data/billing/states.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

const NOW = Date.parse('2026-11-19T18:00:00Z');
const period = '2026-11';
/** The bill of a dealer whose period is not closed. */
const unclosed = { period: '2026-12', DealerKey: 220 } as const;
const PINGED = '2026-11-18T10:00:00.000Z';
/** Activated on October 20; one unit is moved away afterwards. */
const ACTIVATED = Date.parse('2026-10-20T18:00:00Z');

let own: UserRecord;
let parent: UserRecord;
let root: UserRecord;
let stays: string;
let leaves: string;

beforeAll(async () => {
  await someDealers();
  own = await aUser({ dealer: 220, flags: ['BILLING'] });
  parent = await aUser({ dealer: 22, flags: ['BILLING'] });
  root = await aUser({ dealer: 1, type: USER_TYPE.administrator, flags: [...ACCESS_FLAGS] });
  const rate = { forDealer: 1, UnitModel: 'MXD-LTE', from: '2026-01-01' } as const;
  await ask(billing.addRate, { ...rate, Type: 'Service', cents: 930, as: root });
  await ask(billing.addRate, { ...rate, Type: 'Activation', cents: 500, as: root });

  const stream = await aStreamReader();
  setClock(ACTIVATED);
  const aLine = (number: number) =>
    aUnit({ dealer: 220, number, UnitModel: 'MXD-LTE', ICCID1State: 14, MSISDN1: '5035550100', lastPingAt: PINGED });
  stays = (await aLine(8801)).UnitSerNum;
  leaves = (await aLine(8802)).UnitSerNum;
  await follow(await stream.next(), { times: 2 });
  setClock(NOW);
  expect(await invoke('on-billing-due', {})).toEqual({ left: 0 });
  await UnitEntity.patch({ UnitSerNum: leaves }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
});

describe('the bill of a dealer', () => {
  it('has its rows and its totals, in cents [P1-C69 P1-E35]', async () => {
    const bill = await ask(billing.read, { dealer: 220, period, as: own });
    // In service for 30 of the 31 days of the period: 930 * 30 / 31.
    expect(bill).toMatchObject({
      DealerKey: 220,
      DealerName: 'Northwind Oregon',
      closedAt: expect.any(String),
      totals: {
        ...{ SumUnitsOnly: 1800, CountUnitsOnly: 2, SumActivationsOnly: 1000, Sum: 2800 },
        ...{ GrandTotalSum: 2800, totalUnitCount: 2 },
      },
      items: [
        { Type: 'Activation', UnitModel: 'MXD-LTE', Rate: 500, TypeCount: 2, TypeSum: 1000 },
        { Type: 'Service', UnitModel: 'MXD-LTE', Rate: 930, TypeCount: 2, TypeSum: 1800 },
      ],
      cursor: null,
    });
  });

  it('has a line for each unit, without what the unit is to another dealer now [P1-C70 P1-E34]', async () => {
    const { items } = await ask(billing.details, { dealer: 220, period, as: own });
    const service = items.filter(({ Type }) => Type === 'Service');
    expect(service).toEqual([
      {
        ...{ id: expect.any(String), BillingCode: expect.any(String), UnitSerNum: stays, UnitModel: 'MXD-LTE' },
        ...{ FullUnitID: expect.any(String), CurrentFullUnitID: service[0]!.FullUnitID, ICCID: expect.any(String) },
        ...{ PhoneNumber: '5035550100', Carrier: expect.any(Number), Type: 'Service', Date: '2026-10-20', count: 30 },
        since: '2026-10-20',
        ...{ LastPing: PINGED, Rate: 930, cents: 900 },
      },
      expect.objectContaining({ UnitSerNum: leaves, CurrentFullUnitID: '' }),
    ]);
    expect(service[1]).not.toHaveProperty('LastPing');
  });

  it('has what its units are now for the root dealer, who sees them wherever they went', async () => {
    const { items } = await ask(billing.details, { dealer: 220, period, as: root });
    const [line] = items.filter(({ UnitSerNum, Type }) => UnitSerNum === leaves && Type === 'Service');
    expect(line).toMatchObject({ CurrentFullUnitID: line!.FullUnitID, LastPing: PINGED });
  });

  it('keeps the billing code that it was made with', async () => {
    const codes = async () => {
      const { BillingCode, items } = await ask(billing.read, { dealer: 220, period, as: own });
      const details = await ask(billing.details, { dealer: 220, period, as: own });
      const all = await ask(billing.readAll, { period, as: root });
      const listed = all.items.find(({ DealerKey }) => DealerKey === 220)!;
      return [BillingCode, items[0]!.BillingCode, details.items[0]!.BillingCode, listed.BillingCode];
    };
    const before = await codes();
    await DealerEntity.patch({ DealerKey: 220 }).set({ DealerBillingCode: 'LATER' }).go();
    expect(await codes()).toEqual(before);
    expect(new Set(before).size).toBe(1);
  });

  it('is seen by its dealer and the root dealer alone [P1-A10 P1-A11]', async () => {
    for (const endpoint of [billing.read, billing.details]) {
      expect((await call(endpoint, { dealer: 220, period, as: root })).status).toBe(200);
      expect((await call(endpoint, { dealer: 220, period, as: parent })).status).toBe(404);
      expect((await call(endpoint, { dealer: 22, period, as: own })).status).toBe(404);
      const { token } = await aShownSession(root, 49);
      expect((await call(endpoint, { dealer: 220, period, as: token })).status).toBe(404);
    }
  });

  it('says how far it is while it is made, and the counts of all dealers to the root dealer alone', async () => {
    const run = { all: 'all', period: '2026-08', startedAt: '2026-08-19T00:00:00.000Z', units: 250, of: 1_000 };
    await BillingRunEntity.put({ ...run, ...NO_TOTALS }).go();
    const asked = { dealer: 220, period: '2026-08' };
    expect(await ask(billing.read, { ...asked, as: own })).toMatchObject({ closedAt: null, progress: { percent: 25 } });
    expect((await ask(billing.read, { ...asked, as: own })).progress).not.toHaveProperty('units');
    const { token } = await aShownSession(root, 220);
    expect((await ask(billing.read, { ...asked, as: token })).progress).toEqual({ percent: 25 });
    const shown = { percent: 25, units: { done: 250, of: 1_000 } };
    expect((await ask(billing.read, { ...asked, as: root })).progress).toEqual(shown);
    expect(await ask(billing.readAll, { period: '2026-08', as: root })).toMatchObject({
      ...{ closedAt: null, progress: shown, items: [], totals: NO_TOTALS },
    });
    expect(await ask(billing.details, { ...asked, as: own })).toMatchObject({ items: [], progress: { percent: 25 } });
    expect((await ask(billing.readAll, { period, as: root })).progress).toBeNull();
  });

  it('is empty while the bills of the period are not made', async () => {
    const asked = { dealer: 220, period: '2026-12', as: own };
    await BillingRunEntity.put({
      ...{ all: 'all', period: '2026-12', startedAt: '2026-12-19T00:00:00.000Z', units: 1, Sum: 5 },
      ...{ SumUnitsOnly: 5, CountUnitsOnly: 1, SumActivationsOnly: 0, GrandTotalSum: 5, totalUnitCount: 1 },
    }).go();
    const { data } = await BillLineEntity.query.byBill({ period, DealerKey: 220 }).go();
    await BillLineEntity.put(data.map((line) => ({ ...line, period: '2026-12' }))).go();
    const [begun, types] = [unclosed, { ...unclosed, Type: 'Service', UnitModel: 'MXD-LTE', Rate: 930 } as const];
    await BillEntity.put({ ...begun, ...NO_TOTALS, Sum: 5, GrandTotalSum: 5, totalUnitCount: 1 }).go();
    await BillTypeEntity.put({ ...types, TypeCount: 1, TypeSum: 5 }).go();
    expect(await ask(billing.read, asked)).toMatchObject({ items: [], closedAt: null, totals: NO_TOTALS });
    expect(await ask(billing.readAll, { period: '2026-12', as: root })).toMatchObject({
      ...{ items: [], closedAt: null, totals: NO_TOTALS },
    });
    expect(await ask(billing.details, asked)).toEqual({ items: [], cursor: null, progress: null });
    expect((await ask(billing.periods, { as: own })).periods).not.toContain('2026-12');
  });
});

describe('the bills of all dealers', () => {
  it('have the totals of the whole company, for the root dealer alone [P1-C68 P1-A09]', async () => {
    const answer = await ask(billing.readAll, { period, as: root });
    expect(answer.items).toMatchObject([{ DealerKey: 220, totals: { Sum: 2800 } }]);
    expect(answer.totals).toEqual(answer.items[0]!.totals);
    expect((await ask(billing.periods, { as: root })).periods).toContain(period);
    for (const as of [own, parent]) expect((await call(billing.readAll, { period, as })).status).toBe(403);
    const { token } = await aShownSession(root, 220);
    expect((await call(billing.readAll, { period, as: token })).status).toBe(403);
  });

  it('are read page by page, however many there are', async () => {
    const totals = {
      Sum: 1,
      SumUnitsOnly: 1,
      CountUnitsOnly: 1,
      SumActivationsOnly: 0,
      GrandTotalSum: 1,
      totalUnitCount: 1,
    };
    await BillingRunEntity.put({
      ...{ all: 'all', period: '2026-09', startedAt: '2026-09-19T00:00:00.000Z', units: 1 },
      closedAt: '2026-09-19T00:15:00.000Z',
      ...totals,
    }).go();
    await BillEntity.put(
      Array.from({ length: 230 }, (_, index) => ({ period: '2026-09', DealerKey: 10_000 + index, ...totals })),
    ).go();
    const keys: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: { items: { DealerKey: number }[]; cursor: string | null } = await ask(billing.readAll, {
        ...{ period: '2026-09', pageSize: 100, as: root },
        ...(cursor && { cursor }),
      });
      keys.push(...page.items.map(({ DealerKey }) => DealerKey));
      cursor = page.cursor;
    }
    expect(keys).toEqual(Array.from({ length: 230 }, (_, index) => 10_000 + index));
  });
});

it('rates are set by the root dealer alone, once for a day', async () => {
  const rate = { forDealer: 220, UnitModel: 'myConnect', Type: 'Service', from: '2026-12-19', cents: 1150 } as const;
  for (const as of [own, parent]) expect((await call(billing.addRate, { ...rate, as })).status).toBe(403);
  const { token } = await aShownSession(root, 220);
  expect((await call(billing.addRate, { ...rate, as: token })).status).toBe(403);
  const { id, version } = await ask(billing.addRate, { ...rate, as: root });
  expect(await call(billing.addRate, { ...rate, cents: 1, as: root })).toMatchObject({
    status: 409,
    body: { message: 'The dealer has a rate from 2026-12-19 on already' },
  });
  const nowhere = { ...rate, forDealer: 999_999, as: root };
  expect((await call(billing.addRate, nowhere)).status).toBe(404);
  expect((await call(billing.updateRate, { ...nowhere, id, version })).status).toBe(404);
});

it('all views of a period add up to the same, with its corrections and units on two bills', async () => {
  const next = '2026-12';
  const { data: lines } = await BillLineEntity.query.byBill({ period: next, DealerKey: 220 }).go();
  await BillLineEntity.delete(lines).go();
  await BillingRunEntity.delete({ all: 'all', period: next }).go();
  await BillEntity.delete(unclosed).go();
  await BillTypeEntity.delete({ ...unclosed, Type: 'Service', UnitModel: 'MXD-LTE', Rate: 930 }).go();
  const now = Date.parse('2026-12-19T18:00:00Z');
  setClock(now);
  const moved = { UnitSerNum: leaves, UnitModel: 'MXD-LTE', sequence: '9'.repeat(40) } as const;
  const at = Date.parse('2026-11-01T18:00:00Z');
  // Known after the bills of its period were closed: it is corrected for both dealers.
  await billingStateStore.note({ ...moved, state: { at, dealer: 49, active: true, FullUnitID: 'A1' } }, now - DAY);
  const again = { ...moved, sequence: `9${'9'.repeat(40)}` };
  const back = Date.parse('2026-12-01T18:00:00Z');
  await billingStateStore.note({ ...again, state: { at: back, dealer: 220, active: true, FullUnitID: 'A1' } }, now);
  expect(await invoke('on-billing-due', {})).toEqual({ left: 0 });

  const all = await ask(billing.readAll, { period: next, as: root });
  expect(all.items.map(({ DealerKey }) => DealerKey)).toEqual([49, 220]);
  let whole = 0;
  const units = new Set<string>();
  for (const { DealerKey: dealer, totals } of all.items) {
    const { items: types, ...bill } = await ask(billing.read, { dealer, period: next, as: root });
    expect(bill.totals).toEqual(totals);
    const rows = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const asked = { dealer, period: next, pageSize: 1, ...(cursor && { cursor }), as: root };
      const page: { items: { cents: number; Type: string; UnitSerNum: string }[]; cursor: string | null } = await ask(
        billing.details,
        asked,
      );
      rows.push(...page.items);
      cursor = page.cursor;
    }
    const paid = rows.reduce((sum, { cents }) => sum + cents, 0);
    expect(types.reduce((sum, { TypeSum }) => sum + TypeSum, 0)).toBe(paid);
    expect(types.reduce((sum, { TypeCount }) => sum + TypeCount, 0)).toBe(rows.length);
    expect(rows.map(({ Type }) => Type)).toContain('Correction');
    expect(totals.GrandTotalSum).toBe(paid);
    whole += paid;
    for (const { UnitSerNum } of rows) units.add(UnitSerNum);
  }
  expect(all.totals).toMatchObject({ GrandTotalSum: whole, totalUnitCount: units.size });
  // What one dealer pays less for the period before, the other one pays more: both have the same rate.
  expect(all.totals.GrandTotalSum).toBe(all.totals.Sum);
});
