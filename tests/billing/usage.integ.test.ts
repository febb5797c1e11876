import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billing } from '#core/billing/contract.ts';
import { SimUsage } from '#core/billing/sim-usage.ts';
import type { Carrier } from '#core/sims/carrier.ts';
import { CARRIERS } from '#core/sims/carrier.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SimUsageEntity } from '#data/billing/entities.ts';
import { simUsageStore } from '#data/billing/sim-usage.ts';
import { billingStateStore } from '#data/billing/states.ts';
import { UsageReadingEntity } from '#data/sims/fleet-readings.ts';
import { UnitEntity } from '#data/units/units.ts';
import { readFleet } from '#functions/on-fleet-reading-due/read-fleet.ts';
import { USAGE } from '#functions/on-fleet-reading-due/usage.ts';
import { iccidOf, type Sim, simFor } from '#local/carriers/sim.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { servedCarriers } from '../sims/served-carriers.ts';

const period = '2026-11';
const at = (day: string) => Date.parse(`${day}T18:00:00Z`);
const { controlCenter, thingSpace, calls } = await servedCarriers({
  controlCenter: [],
  thingSpace: [],
  followsClock: true,
});

let [own, parent, elsewhere, root] = [] as unknown as [UserRecord, UserRecord, UserRecord, UserRecord];
beforeAll(async () => {
  await someDealers();
  own = await aUser({ dealer: 220, flags: ['BILLING'] });
  parent = await aUser({ dealer: 22, flags: ['BILLING'] });
  elsewhere = await aUser({ dealer: 49, flags: ['MYTREX_BILLING'] });
  root = await aUser({ dealer: 1, flags: ['BILLING'] });
});
const forgetReadings = () => UsageReadingEntity.delete(CARRIERS.map((carrier) => ({ carrier }))).go();
beforeEach(async () => {
  controlCenter.faults.set({});
  thingSpace.faults.set({});
  await forgetReadings();
  calls.length = 0;
});

let number = 9_000;
/** A unit of dealer 220 with one SIM, billed from October 1 on or not at all. */
async function aLine(carrier: Carrier, { billed, ...sim }: { billed: boolean } & Partial<Sim>): Promise<UnitRecord> {
  const ICCID1 = iccidOf(carrier, number++);
  const status = carrier === 1 ? 'active' : 'ACTIVATED';
  (carrier === 1 ? thingSpace : controlCenter).put(
    simFor(ICCID1, { status, dateActivated: '2026-01-01T00:00:00.000Z', ...sim }),
  );
  const ICCID1State = billed ? 14 : 15;
  const unit = await aUnit({
    ...{ dealer: 220, UnitModel: 'MXD-LTE', ICCID1, ICCID1State, ICCID1Carrier: carrier, ICCID2: '' },
    lastPingAt: '2026-09-30T10:00:00.000Z',
  });
  const { UnitSerNum, UnitModel } = unit;
  const state = { at: at('2026-10-01'), dealer: 220, active: true, FullUnitID: 'A', ICCID: ICCID1, Carrier: carrier };
  if (billed) await billingStateStore.note({ UnitSerNum, UnitModel, sequence: '1', state }, state.at);
  return unit;
}

const AT_ANY_PACE = { goesOn: () => true, pauseMs: 0 };
/** A whole reading of a carrier. */
async function readAll(carrier: Carrier, day: string): Promise<number> {
  setClock(at(day));
  await forgetReadings();
  return readFleet(carrier, AT_ANY_PACE, USAGE);
}
const rows = async (as: UserRecord | string = own, dealer: number | undefined = undefined) =>
  (await ask(billing.usage, { period, as, ...(dealer !== undefined && { dealer }) })).items;
const rowOf = async ({ UnitSerNum }: UnitRecord, as?: UserRecord) =>
  (await rows(as)).find((one) => one.UnitSerNum === UnitSerNum);
const usageOf = async ({ ICCID1 }: UnitRecord) =>
  (await SimUsageEntity.get({ iccid: ICCID1!, period }).go({ consistent: true })).data?.usage;

describe('the reading of the usage', () => {
  it('finds the SIMs of Verizon that are billed and silent, or talk and are not billed', async () => {
    const [good, silent] = [await aLine(1, { billed: true }), await aLine(1, { billed: true, idle: true })];
    const [talking, off] = [await aLine(1, { billed: false }), await aLine(1, { billed: false, idle: true })];
    expect(await readAll(1, '2026-11-20')).toBe(0);
    expect(await rowOf(silent)).toMatchObject({
      ...{ finding: 'silent', billedDays: 31, carrier: 1, DealerKey: 220, isPresent: true },
      usage: { dataBytes: 0, sms: 0, from: '2026-10-19T00:00:00.000Z', to: '2026-11-18T23:59:59.999Z' },
      foundAt: instant(at('2026-11-20')),
    });
    const found = await rowOf(talking);
    expect(found).toMatchObject({ finding: 'unbilled', billedDays: 0 });
    expect(found!.usage!.dataBytes).toBeGreaterThan(31 * 20_000);
    expect([await rowOf(good), await rowOf(off)]).toEqual([undefined, undefined]);
  });

  it('finds them at AT&T by the growth of the counter, over the begin of a cycle of the carrier', async () => {
    const [silent, talking] = [await aLine(0, { billed: true, idle: true }), await aLine(0, { billed: false })];
    await readAll(0, '2026-10-28');
    // Nothing is known of the days before, whatever the counter of the cycle says.
    expect([await rowOf(silent), await rowOf(talking)]).toEqual([undefined, undefined]);
    expect(await usageOf(talking)).toMatchObject({ dataBytes: 0 });
    await readAll(0, '2026-10-31');
    expect(await rowOf(talking)).toMatchObject({ finding: 'unbilled' });
    expect(await rowOf(silent)).toBeUndefined();
    const before = (await usageOf(talking))!.dataBytes;
    await readAll(0, '2026-11-04');
    expect((await usageOf(talking))!.dataBytes).toBeGreaterThan(before + 3 * 20_000);
    expect(await rowOf(silent)).toMatchObject({
      finding: 'silent',
      usage: { from: instant(at('2026-10-28')), to: instant(at('2026-11-04')) },
    });
  });

  it('deletes a row whose cause is gone: the SIM talks, the unit pings, or is billed', async () => {
    const [talks, pings, billed] = [
      await aLine(1, { billed: true, idle: true }),
      await aLine(1, { billed: true, idle: true }),
      await aLine(1, { billed: false }),
    ];
    await readAll(1, '2026-11-10');
    for (const unit of [talks, pings, billed]) expect(await rowOf(unit)).toBeDefined();
    thingSpace.put(simFor(talks.ICCID1!, { status: 'active', dateActivated: '2026-01-01T00:00:00.000Z' }));
    await UnitEntity.patch({ UnitSerNum: pings.UnitSerNum })
      .set({ lastPingAt: instant(at('2026-11-11')) })
      .go();
    const { UnitSerNum, UnitModel } = billed;
    const state = { at: at('2026-11-09'), dealer: 220, active: true, FullUnitID: 'A', ICCID: billed.ICCID1 };
    await billingStateStore.note({ UnitSerNum, UnitModel, sequence: '1', state }, state.at);
    await readAll(1, '2026-11-12');
    for (const unit of [talks, pings, billed]) expect(await rowOf(unit)).toBeUndefined();
    // A ping after the period takes nothing back of what is known of it.
    await UnitEntity.patch({ UnitSerNum: pings.UnitSerNum })
      .set({ lastPingAt: instant(at('2026-11-19')) })
      .go();
    await readAll(1, '2026-11-20');
    expect(await rowOf(pings)).toBeUndefined();
  });

  it('judges no unit by a SIM that another unit had in the period', async () => {
    const [first, second] = [await aLine(1, { billed: true }), await aLine(1, { billed: false, idle: true })];
    await readAll(1, '2026-11-10');
    await UnitEntity.patch({ UnitSerNum: first.UnitSerNum }).set({ ICCID1: '' }).go();
    await UnitEntity.patch({ UnitSerNum: second.UnitSerNum }).set({ ICCID1: first.ICCID1! }).go();
    await readAll(1, '2026-11-12');
    expect(await rowOf(second)).toBeUndefined();
    await readAll(1, '2026-11-13');
    expect(await rowOf(second)).toBeUndefined();
  });

  it('deletes the rows of a unit that has no SIM of the carrier any more, and those of this carrier only', async () => {
    const [bare, swapped] = [
      await aLine(1, { billed: true, idle: true }),
      await aLine(1, { billed: true, idle: true }),
    ];
    await readAll(1, '2026-11-10');
    for (const unit of [bare, swapped]) expect(await rowOf(unit)).toBeDefined();
    await UnitEntity.patch({ UnitSerNum: bare.UnitSerNum }).set({ ICCID1: '', ICCID1State: 0 }).go();
    const ICCID1 = iccidOf(0, number++);
    controlCenter.put(simFor(ICCID1, { status: 'ACTIVATED', dateActivated: '2026-01-01T00:00:00.000Z' }));
    await UnitEntity.patch({ UnitSerNum: swapped.UnitSerNum }).set({ ICCID1, ICCID1Carrier: 0 }).go();
    await readAll(2, '2026-11-11');
    for (const unit of [bare, swapped]) expect(await rowOf(unit)).toBeDefined();
    await readAll(1, '2026-11-12');
    for (const unit of [bare, swapped]) expect(await rowOf(unit)).toBeUndefined();
  });

  it('names the dealer that pays for most of the days, and these', async () => {
    const unit = await aLine(1, { billed: true, idle: true });
    const { UnitSerNum, UnitModel, ICCID1 } = unit;
    const moved = {
      at: at('2026-11-16'),
      dealer: 49,
      active: true,
      FullUnitID: 'A',
      ICCID: ICCID1,
      Carrier: 1 as const,
    };
    await billingStateStore.note({ UnitSerNum, UnitModel, sequence: '2', state: moved }, moved.at);
    await readAll(1, '2026-11-20');
    const row = await rowOf(unit);
    expect(row).toMatchObject({ finding: 'silent', DealerKey: 220 });
    expect(row!.billedDays).toBeGreaterThan(25);
    expect(row!.billedDays).toBeLessThan(31);
    expect(await rowOf(unit, elsewhere)).toBeUndefined();
  });

  it('names the later one of two dealers that pay for as many days', async () => {
    const later = await aUser({ dealer: 91, flags: ['BILLING'] });
    const unit = await aLine(1, { billed: true, idle: true });
    const { UnitSerNum, UnitModel, ICCID1: ICCID } = unit;
    // Ten days each: from October 19 on, and from October 29 on.
    const moved = { at: at('2026-10-29'), dealer: 91, active: true, FullUnitID: 'A', ICCID, Carrier: 1 as const };
    await billingStateStore.note({ UnitSerNum, UnitModel, sequence: '2', state: moved }, moved.at);
    await readAll(1, '2026-11-07');
    expect(await rowOf(unit)).toBeUndefined();
    expect(await rowOf(unit, later)).toMatchObject({ finding: 'silent', DealerKey: 91, billedDays: 10 });
  });

  it('changes nothing if a reading is done twice, and goes on where a killed one stopped', async () => {
    const [unit, next] = [await aLine(2, { billed: false }), await aLine(2, { billed: false })];
    await readAll(2, '2026-10-28');
    await readAll(2, '2026-10-31');
    const [once, row] = [await usageOf(unit), await rowOf(unit)];
    expect(row).toBeDefined();
    await readAll(2, '2026-10-31');
    expect([await usageOf(unit), await rowOf(unit)]).toEqual([once, row]);
    // Killed after the usage is stored, before it is stored that the units were read.
    setClock(at('2026-11-03'));
    await forgetReadings();
    const step: typeof USAGE.readings.step = (was, after, ...rest) =>
      after < next.UnitSerNum ? USAGE.readings.step(was, after, ...rest) : Promise.reject(new Error('killed'));
    const killed = { ...USAGE, readings: { ...USAGE.readings, step } };
    await expect(readFleet(2, AT_ANY_PACE, killed)).rejects.toThrow(/^killed$/);
    const read = [await usageOf(unit), await usageOf(next)];
    await readFleet(2, AT_ANY_PACE, USAGE);
    expect([await usageOf(unit), await usageOf(next)]).toEqual(read);
    let left = 2;
    setClock(at('2026-11-05'));
    calls.length = 0;
    await readFleet(2, { goesOn: () => left-- > 0, pauseMs: 0 }, USAGE);
    await readFleet(2, AT_ANY_PACE, USAGE);
    expect(calls).toEqual([unit, next].map(({ ICCID1 }) => `GET /rws/api/v1/devices/${ICCID1}/ctdUsages`));
  });

  it.each([
    ['is busy', 'status429'],
    ['does not answer', 'status500'],
    ['answers garbage', 'wrongAnswer'],
  ] as const)('calls no SIM silent if the carrier %s', async (_, fault) => {
    const unit = await aLine(1, { billed: true, idle: true });
    thingSpace.faults.set({ [fault]: { path: '/api/m2m/v1/devices/usage' } });
    expect(await readAll(1, '2026-11-20')).toBe(0);
    expect([await usageOf(unit), await rowOf(unit)]).toEqual([undefined, undefined]);
    thingSpace.faults.set({});
    await readFleet(1, AT_ANY_PACE, USAGE);
    expect(await rowOf(unit)).toMatchObject({ finding: 'silent' });
  });

  it('calls no SIM silent that the carrier does not know', async () => {
    const unit = await aLine(1, { billed: true });
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ ICCID1: '89148009999' }).go();
    expect(await readAll(1, '2026-11-20')).toBe(0);
    expect(await rowOf(unit)).toBeUndefined();
  });
});

describe('the list', () => {
  it('says of a SIM what was read last, also if the row could not be written anew then', async () => {
    const unit = await aLine(0, { billed: false });
    await readAll(0, '2026-10-28');
    await readAll(0, '2026-10-31');
    const { UnitSerNum, ICCID1 } = unit;
    expect((await rowOf(unit))?.usage).toMatchObject({ to: instant(at('2026-10-31')) });
    const told = { counts: 'cycle', used: { dataBytes: 9_000_000, sms: 9 } } as const;
    const sim = { UnitSerNum, period, iccid: ICCID1!, told, lastPingAt: undefined };
    const { usage } = await simUsageStore.add(sim, at('2026-11-02'));
    expect((await rowOf(unit))?.usage).toEqual(SimUsage.parse(usage));
  });

  it('leaves out a SIM that another unit had since, and keeps its row without a usage if the period is over', async () => {
    const unit = await aLine(1, { billed: true, idle: true });
    await readAll(1, '2026-11-10');
    expect(await rowOf(unit)).toBeDefined();
    const told = { counts: 'span', used: { dataBytes: 1, sms: 0 } } as const;
    const sim = { UnitSerNum: 'OTHER1', period, iccid: unit.ICCID1!, told, lastPingAt: undefined };
    await simUsageStore.add(sim, at('2026-11-11'));
    expect(await rowOf(unit)).toBeUndefined();
    // Also if it is back.
    await simUsageStore.add({ ...sim, UnitSerNum: unit.UnitSerNum }, at('2026-11-12'));
    expect(await rowOf(unit)).toBeUndefined();
    setClock(at('2026-11-20'));
    const row = await rowOf(unit);
    expect(row).toMatchObject({ finding: 'silent' });
    // What both units used together is not what this one used.
    expect(row).not.toHaveProperty('usage');
  });

  it('is seen by the dealer and the root dealer alone, page by page', async () => {
    const [unit, other] = [await aLine(1, { billed: true, idle: true }), await aLine(1, { billed: true, idle: true })];
    await readAll(1, '2026-11-20');
    expect(await rowOf(unit, root)).toBeDefined();
    expect((await rows(root, 220)).length).toBe((await rows(own)).length);
    for (const as of [parent, elsewhere]) {
      expect(await rows(as)).toEqual([]);
      expect((await call(billing.usage, { period, dealer: 220, as })).status).toBe(404);
    }
    expect(await rows((await aShownSession(root, 49)).token)).toEqual([]);
    expect(await rows(root, 49)).toEqual([]);
    expect(await rows(root, 22)).toEqual([]);
    const first = await ask(billing.usage, { period, pageSize: 1, as: own });
    const next = await ask(billing.usage, { period, pageSize: 1, cursor: first.cursor!, as: own });
    expect(next.items[0]!.UnitSerNum > first.items[0]!.UnitSerNum).toBe(true);
    expect((await call(billing.usage, { period, cursor: first.cursor!, as: elsewhere })).status).toBe(422);
    // Who paid keeps the row, without a way to the unit of another dealer. The new dealer has none.
    await UnitEntity.patch({ UnitSerNum: other.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    expect(await rowOf(other)).toMatchObject({ isPresent: false });
    expect(await rows(elsewhere)).toEqual([]);
  });

  it('has no way to a unit that a dealer below has now, though its former dealer sees that one too', async () => {
    const unit = await aLine(1, { billed: false, idle: true });
    const { UnitSerNum, UnitModel, ICCID1: ICCID } = unit;
    const state = { at: at('2026-10-01'), dealer: 22, active: true, FullUnitID: 'A', ICCID, Carrier: 1 as const };
    await billingStateStore.note({ UnitSerNum, UnitModel, sequence: '1', state }, state.at);
    await readAll(1, '2026-11-20');
    expect(await rowOf(unit, parent)).toMatchObject({ finding: 'silent', DealerKey: 22, isPresent: false });
    expect(await rowOf(unit, root)).toMatchObject({ isPresent: true });
  });

  it('leaves out a unit that is not billed and belongs to another dealer now', async () => {
    const unit = await aLine(1, { billed: false });
    await readAll(1, '2026-11-20');
    expect(await rowOf(unit)).toBeDefined();
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    expect([await rowOf(unit), await rowOf(unit, elsewhere)]).toEqual([undefined, undefined]);
    setClock(at('2026-11-20') + DAY);
    await readAll(1, '2026-11-21');
    expect(await rowOf(unit, elsewhere)).toMatchObject({ finding: 'unbilled', DealerKey: 49 });
  });
});
