import { beforeAll, beforeEach, expect, it } from 'vitest';
import { NO_TOTALS } from '#core/billing/totals.ts';
import { billLineStore, billStore } from '#data/billing/bills.ts';
import { BillableUnitEntity, BillingRateEntity, BillingRunEntity } from '#data/billing/entities.ts';
import { billingRunStore, makeBillsStep } from '#data/billing/make-bills.ts';
import { rateReader } from '#data/billing/rates.ts';
import { billingStateStore } from '#data/billing/states.ts';
import { someDealers } from '#support/fleet.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

const PERIOD = '2026-11';
const KEY = { all: 'all', period: PERIOD };
const NOW = Date.parse('2026-11-19T18:00:00Z');

beforeAll(async () => {
  await someDealers();
  const rate = { DealerKey: 1, forDealer: 1, UnitModel: 'MXD-LTE', from: '2026-01-01', version: 1 } as const;
  await BillingRateEntity.put({ ...rate, id: '1', Type: 'Service', cents: 930 }).go();
});
beforeEach(async () => {
  await BillingRunEntity.put({ ...KEY, startedAt: '2026-11-19T07:00:00.000Z', units: 0, ...NO_TOTALS }).go();
});

const step = () => makeBillsStep(PERIOD, rateReader(), NOW);

it('a worker that began before another one closed the bills writes nothing any more', async () => {
  const at = Date.parse('2026-10-20T12:00:00Z');
  const state = { at, dealer: 22, active: true, FullUnitID: 'A1' };
  await billingStateStore.note({ UnitSerNum: '700001', UnitModel: 'MXD-LTE', sequence: '1', state }, at);
  const closedAt = '2026-11-19T17:59:59.000Z';
  const closed = beforeNextTransaction(() => BillingRunEntity.patch(KEY).set({ closedAt }).go());
  await step();
  expect(closed()).toBe(true);
  expect((await billLineStore.list(PERIOD, 22, { pageSize: 10 })).items).toEqual([]);
  expect(await billStore.get(PERIOD, 22)).toBeUndefined();
  expect(await billingRunStore.get(PERIOD)).toMatchObject({ closedAt, units: 0, GrandTotalSum: 0 });
  await BillableUnitEntity.delete({ all: 'all', UnitSerNum: '700001' }).go();
});

it('two workers count units without a line once', async () => {
  await BillableUnitEntity.put({ UnitSerNum: '700002', UnitModel: 'MXD-LTE' }).go();
  const other = beforeNextTransaction(step);
  await step();
  expect(other()).toBe(true);
  expect(await billingRunStore.get(PERIOD)).toMatchObject({ units: 1, cursor: '700002' });
});
