import { beforeAll, beforeEach, expect, it } from 'vitest';
import { billingStateOf } from '#core/billing/bill-line.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { BillableUnitEntity, BillingStartEntity, BillingStateEntity } from '#data/billing/entities.ts';
import { noteFirstStatesStep } from '#data/billing/first-states.ts';
import { billingStateStore } from '#data/billing/states.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNextTransaction, loseTable } from '#support/table-faults.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const random = seededRandom(165);
const DEALERS = [22, 220, 49];

let units: UnitRecord[];
const states = (UnitSerNum: string) => billingStateStore.of(UnitSerNum);
const inService = () => units.filter((unit) => billingStateOf(unit).active);
const noteAll = async () => {
  while (await noteFirstStatesStep(NOW));
};

beforeAll(async () => {
  await someDealers();
  units = [];
  for (let number = 0; number < 130; number++)
    units.push(
      await aUnit({
        dealer: random.pick(DEALERS),
        UnitModel: random.pick(UNIT_MODELS),
        ICCID1State: random.chance(0.6) ? 14 : 15,
        ICCID2State: random.chance(0.2) ? 36 : 15,
      }),
    );
});
beforeEach(async () => {
  await BillingStartEntity.delete({ all: 'all' }).go();
  for (const { UnitSerNum } of units) {
    await BillableUnitEntity.delete({ all: 'all', UnitSerNum }).go();
    const { data } = await BillingStateEntity.query.byUnit({ UnitSerNum }).go();
    if (data.length > 0) await BillingStateEntity.delete(data).go();
  }
});

const expectAllNoted = async () => {
  for (const unit of units) {
    const { active, ...facts } = billingStateOf(unit);
    expect(await states(unit.UnitSerNum)).toEqual(active ? [{ ...facts, active, at: NOW, inServiceBefore: true }] : []);
  }
  const { data } = await BillableUnitEntity.query.billableUnit({ all: 'all' }).go({ pages: 'all' });
  expect(data.map(({ UnitSerNum }) => UnitSerNum)).toEqual(
    inService()
      .map(({ UnitSerNum }) => UnitSerNum)
      .toSorted(),
  );
};

it('notes each unit in service once, by the run that makes bills, and then never again', async () => {
  await noteAll();
  await expectAllNoted();
  const late = await aUnit({ dealer: 22, ICCID1State: 14 });
  await invoke('on-billing-due', {});
  expect(await noteFirstStatesStep(NOW + DAY)).toBe(false);
  expect(await states(late.UnitSerNum)).toEqual([]);
  await UnitEntity.delete({ UnitSerNum: late.UnitSerNum }).go();
  await expectAllNoted();
});

it('runs by itself before the bills are made', async () => {
  await invoke('on-billing-due', {});
  for (const { UnitSerNum } of inService()) expect(await states(UnitSerNum)).toHaveLength(1);
});

it('goes on after it was killed at any write, also beside another worker', async () => {
  let killed = 0;
  for (let write = 1; ; write += random.between(1, 9)) {
    const back = loseTable(write, random.pick(['before', 'after']));
    const end = await Promise.allSettled([noteAll(), noteAll()]);
    if (!back()) break;
    expect(end.some(({ status }) => status === 'rejected')).toBe(true);
    killed++;
  }
  expect(killed).toBeGreaterThan(5);
  await expectAllNoted();
});

it('leaves out what is noted already, and a unit that leaves service meanwhile', async () => {
  // The first one that is noted: it changes after its list was read, and before its transaction.
  const { items } = await unitStore.list(WHOLE_TREE, UNIT_MODELS[0], { pageSize: 50 });
  const [leaving, noted] = items.filter((unit) => billingStateOf(unit).active);
  const state = { ...billingStateOf(noted!), at: NOW - 40 * DAY };
  const { UnitSerNum, UnitModel } = noted!;
  await billingStateStore.note({ UnitSerNum, UnitModel, sequence: '1'.padStart(40, '0'), state }, state.at);
  const out = { ICCID1State: 15, ICCID2State: 15 };
  const left = beforeNextTransaction(() => UnitEntity.patch({ UnitSerNum: leaving!.UnitSerNum }).set(out).go());
  await noteAll();
  expect(left()).toBe(true);
  expect(await states(UnitSerNum)).toEqual([{ ...state, notedAt: state.at }]);
  expect(await states(leaving!.UnitSerNum)).toEqual([]);
  const { ICCID1State, ICCID2State } = leaving!;
  await UnitEntity.patch({ UnitSerNum: leaving!.UnitSerNum })
    .set({ ICCID1State: ICCID1State!, ICCID2State: ICCID2State! })
    .go();
});

it('leaves out a unit that moves while it is noted, so that its former dealer does not pay for it', async () => {
  const { items } = await unitStore.list(WHOLE_TREE, UNIT_MODELS[0], { pageSize: 50 });
  const { UnitSerNum, DealerKey } = items.find((unit) => billingStateOf(unit).active)!;
  const moveTo = (dealer: number) => UnitEntity.patch({ UnitSerNum }).set({ DealerKey: dealer }).go();
  const moved = beforeNextTransaction(() => moveTo(DealerKey === 49 ? 22 : 49));
  await noteAll();
  expect(moved()).toBe(true);
  // The reaction to the move notes the unit.
  expect(await states(UnitSerNum)).toEqual([]);
  await moveTo(DealerKey);
});

it('ends with the true state of each unit, whatever changes while it runs', async () => {
  const stream = await aStreamReader();
  const now = Date.now();
  const changed = new Set<string>();
  for (let more = true; more; ) {
    [more] = await Promise.all([
      noteFirstStatesStep(now - 1),
      ...[1, 2, 3].map(async () => {
        const { UnitSerNum } = random.pick(units);
        changed.add(UnitSerNum);
        const change = random.chance(0.5)
          ? { ICCID1State: random.pick([14, 15]) }
          : { DealerKey: random.pick(DEALERS) };
        await UnitEntity.patch({ UnitSerNum }).set(change).go();
      }),
    ]);
  }
  await follow(await stream.next(), { times: 2 });
  for (const { UnitSerNum } of units) {
    const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const is = billingStateOf(data!);
    const last = (await states(UnitSerNum)).toSorted((one, other) => one.at - other.at).at(-1);
    expect({ UnitSerNum, active: last?.active ?? false }).toEqual({ UnitSerNum, active: is.active });
    if (is.active) expect(last!.dealer).toBe(is.dealer);
  }
  expect(changed.size).toBeGreaterThan(5);
});

it('counts no activation for a unit in service that changed before it was noted', async () => {
  const stream = await aStreamReader();
  const { UnitSerNum } = await aUnit({ dealer: 22, ICCID1State: 14 });
  await stream.next();
  await UnitEntity.patch({ UnitSerNum }).set({ MSISDN1: '5035550199' }).go();
  await follow(await stream.next());
  expect(await states(UnitSerNum)).toMatchObject([{ active: true, inServiceBefore: true }]);
});
