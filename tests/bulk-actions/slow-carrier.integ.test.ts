import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountBusy } from '#adapters/carriers/wanted.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { CarrierChangeEntity, carrierTurnStore } from '#data/sims/carriers.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { auditOf } from '#support/audit.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { heldOnceRecorded } from '../sims/held-once-recorded.ts';
import { servedCarriers } from '../sims/served-carriers.ts';
import { aBulkActionLine, detailOf, serialsOf, work } from './support.ts';

/** A pause holds within this time. */
const PAUSE_HOLDS_MS = 5 * SECOND;
/** Longer than a pause may take, and shorter than a call may. */
const SLOW_MS = 7 * SECOND;

const FIRST = 8_300;
const numbers = Array.from({ length: 20 }, (_, index) => FIRST + index);
const { controlCenter } = await servedCarriers({
  controlCenter: numbers.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: [],
});
/** The method of each request that was sent to the carrier, answered or not. */
const sent: string[] = [];
const send = globalThis.fetch;

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let as: UserRecord;

beforeAll(async () => {
  await someDealers();
  line = await aBulkActionLine();
  globalThis.fetch = (input, init) => {
    if (String(input).startsWith(controlCenter.url)) sent.push(init?.method ?? 'GET');
    return send(input, init);
  };
});
afterAll(() => {
  globalThis.fetch = send;
});
beforeEach(async () => {
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'BULK_ACTIONS'] });
});
afterEach(() => controlCenter.faults.set({}));

let number = FIRST;
const aSimUnit = () => {
  const ICCID1 = iccidOf(0, number++);
  const inUse = { activeSimSlot: 0 as const, ActiveICCID: ICCID1, ActiveState: 14 };
  return aUnit({
    dealer: 220,
    UnitModel: 'MXD-LTE',
    ...inUse,
    ICCID1,
    ICCID1State: 14,
    ICCID1Carrier: 0,
    ICCID2: undefined,
  });
};
const DEACTIVATE = {
  ...{ action: 'sim', type: 'deactivateSim', UnitModel: 'MXD-LTE' },
  value: { action: 'sim', sims: 'inUse', acknowledged: ['inoperable', 'activationFee', 'callerId'] },
};
const CHANGE_PLAN = {
  ...{ action: 'plan', type: 'changePlan', UnitModel: 'MXD-LTE' },
  value: { action: 'plan', carrier: 0, plan: 'M2M Small', acknowledged: ['noVoice'] },
};
const start = async (order: object, units: readonly UnitRecord[]) => {
  await line.skipChanges();
  const { bchKey } = await ask(bulkActions.create, { ...order, units: serialsOf(units), as } as never);
  return { bchKey, shares: await line.nextShares() };
};
const statesOf = async (bchKey: string) => (await detailOf(as, bchKey)).rows.map(({ state }) => state);
const changes = (since: number) => sent.slice(since).filter((method) => method === 'PUT');

const ASKED_ONCE = ['asked', 'confirmed'];
/** What the ledger says of the SIM of each unit. */
const stepsOf = (units: readonly UnitRecord[]) =>
  Promise.all(
    units.map(async ({ ICCID1 }) => {
      const { data } = await CarrierChangeEntity.query.bySim({ iccid: ICCID1! }).go({ consistent: true });
      return data.map(({ step }) => step);
    }),
  );

/** Starts an action, has it paused while the carrier keeps its first row waiting, and lets the worker end. */
async function pausedDuringCall(order: object) {
  const units = [await aSimUnit(), await aSimUnit(), await aSimUnit()];
  const { bchKey, shares } = await start(order, units);
  const before = sent.length;
  controlCenter.faults.set({ slow: { milliseconds: SLOW_MS } });
  const working = work(...shares);
  let isWorking = true;
  void working.finally(() => {
    isWorking = false;
  });
  await expect.poll(() => sent.length, { timeout: 10 * SECOND }).toBeGreaterThan(before);

  const asked = performance.now();
  expect(await ask(bulkActions.pause, { bchKey, as })).toMatchObject({ state: 'paused' });
  expect(performance.now() - asked).toBeLessThan(PAUSE_HOLDS_MS);
  expect(isWorking).toBe(true);
  const sentAtPause = sent.length;
  expect(await working).toEqual([]);
  expect(sent.length).toBe(sentAtPause);
  return { bchKey, units, changes: changes(before) };
}

async function resumed(bchKey: string) {
  controlCenter.faults.set({});
  await line.skipChanges();
  await ask(bulkActions.resume, { bchKey, as });
  expect(await work(...(await line.nextShares()))).toEqual([]);
  return statesOf(bchKey);
}

describe('a change that waits for its turn', () => {
  const withdrawnAfter = async (order: object, happens: (unit: UnitRecord, bchKey: string) => Promise<unknown>) => {
    const unit = await aSimUnit();
    const { bchKey, shares } = await start(order, [unit]);
    const before = sent.length;
    const held = heldOnceRecorded(unit.ICCID1!);
    const working = work(...shares);
    await held.isRecorded;
    await happens(unit, bchKey);
    held.free();
    expect(await working).toEqual([]);
    expect(changes(before)).toEqual([]);
    expect(await stepsOf([unit])).toEqual([['asked', 'withdrawn']]);
    expect((await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go()).data).toMatchObject({ ICCID1State: 14 });
    return { bchKey, unit };
  };
  /** What the audit of the unit says of the end of the request. */
  const endOf = async ({ UnitSerNum }: UnitRecord, bchKey: string) =>
    (await auditOf('unit', UnitSerNum)).filter(
      (one) => one.partOf === bchKey && one.action === 'leave carrier unasked',
    );

  describe.each([
    ['state', DEACTIVATE, { simState: 15 }],
    ['plan', CHANGE_PLAN, { plan: 'M2M Small' }],
  ])('for a %s', (_, order, wish) => {
    it('asks no carrier after a pause, and is done after a resume', async () => {
      const { bchKey, unit } = await withdrawnAfter(order, async (_unit, bchKey) =>
        expect(await ask(bulkActions.pause, { bchKey, as })).toMatchObject({ state: 'paused' }),
      );
      expect(await statesOf(bchKey)).toEqual(['queued']);
      const reason = 'Nobody wanted it any more';
      expect(await endOf(unit, bchKey)).toMatchObject([{ after: { ...wish, iccid: unit.ICCID1, reason } }]);
      expect(await resumed(bchKey)).toEqual(['done']);
      expect(await stepsOf([unit])).toEqual([['asked', 'withdrawn', 'asked', 'confirmed']]);
    });

    it('asks no carrier after an alarm of the unit, and its row says why', async () => {
      const { bchKey, unit } = await withdrawnAfter(order, anAlarmOf);
      const [row] = (await detailOf(as, bchKey)).rows;
      expect(row).toMatchObject({ state: 'failed', reason: expect.stringMatching(/^An alarm of the unit is open/) });
      expect(await endOf(unit, bchKey)).toMatchObject([{ after: { reason: row!.reason } }]);
    });

    it('asks no carrier once its user has lost the right, and stops the action', async () => {
      const other = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'BULK_ACTIONS'] });
      const { bchKey, unit } = await withdrawnAfter(order, () => disabled(as));
      const { bulkAction, rows } = await detailOf(other, bchKey);
      expect(bulkAction).toMatchObject({ state: 'stopped', failed: 0 });
      expect(rows).toMatchObject([{ state: 'queued' }]);
      expect(await endOf(unit, bchKey)).toHaveLength(1);
    });
  });
});

const anAlarmOf = ({ UnitSerNum }: UnitRecord) =>
  AlarmEntity.put({
    ...{ UnitSerNum, event: `${new Date().toISOString()}~1`, version: 1, notes: [] },
    expiresAt: Math.ceil(Date.now() / 1000) + 1_000_000,
  }).go();
const disabled = ({ UserKey, UserName, dealerPath }: UserRecord) =>
  UserEntity.patch({ UserKey }).set({ UserName, dealerPath, UserStatus: 0 }).go();

describe('a pause while a slow carrier keeps a row waiting', () => {
  it('holds before the change if the carrier is still being read, and the row is done after a resume', async () => {
    const { bchKey, units, changes } = await pausedDuringCall(DEACTIVATE);
    expect(changes).toEqual([]);
    expect(await stepsOf(units)).toEqual([[], [], []]);
    expect(await statesOf(bchKey)).toEqual(['queued', 'queued', 'queued']);
    expect(await resumed(bchKey)).toEqual(['done', 'done', 'done']);
    expect(await stepsOf(units)).toEqual([ASKED_ONCE, ASKED_ONCE, ASKED_ONCE]);
  });

  it('lets the change that is under way stand, and asks for no other', async () => {
    const { bchKey, units, changes } = await pausedDuringCall(CHANGE_PLAN);
    expect(changes).toHaveLength(1);
    expect(await stepsOf(units)).toEqual([ASKED_ONCE, [], []]);
    expect(await statesOf(bchKey)).toEqual(['done', 'queued', 'queued']);
    expect(await resumed(bchKey)).toEqual(['done', 'done', 'done']);
    expect(await stepsOf(units)).toEqual([ASKED_ONCE, ASKED_ONCE, ASKED_ONCE]);
  });
});

it.each([
  ['SIM', 'the action', DEACTIVATE, bulkActionStore, 'get'],
  ['plan', 'the action', CHANGE_PLAN, bulkActionStore, 'get'],
  ['SIM', 'its user', DEACTIVATE, userStore, 'byKey'],
  ['plan', 'its user', CHANGE_PLAN, userStore, 'byKey'],
  ['SIM', 'its unit', DEACTIVATE, unitStore, 'get'],
  ['plan', 'its unit', CHANGE_PLAN, unitStore, 'get'],
] as const)(
  'a change of the %s waits if its turn comes and %s cannot be read, and its carrier is asked once',
  async (_what, _read, order, store, method) => {
    const unit = await aSimUnit();
    const { bchKey, shares } = await start(order, [unit]);
    const reads = store as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const read = reads[method]!.bind(store);
    const failing = vi.spyOn(reads, method).mockImplementation(async (...given) => {
      if ((await stepsOf([unit]))[0]!.at(-1) === 'asked') throw new Error('The table does not answer');
      return read(...given);
    });
    const before = sent.length;
    expect(await work(...shares)).toHaveLength(1);
    failing.mockRestore();
    expect(changes(before)).toEqual([]);
    expect(await stepsOf([unit])).toEqual([['asked', 'withdrawn']]);
    expect((await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go({ consistent: true })).data!.ICCID1State).toBe(14);
    expect(await work(...shares)).toEqual([]);
    expect(await statesOf(bchKey)).toEqual(['done']);
    expect(changes(before)).toEqual(['PUT']);
    expect(await stepsOf([unit])).toEqual([['asked', 'withdrawn', ...ASKED_ONCE]]);
  },
);

describe.each([
  ['SIM', DEACTIVATE, [], 0],
  ['SIM', DEACTIVATE, ['asked', 'withdrawn'], 1],
  ['plan', CHANGE_PLAN, ['asked', 'withdrawn'], 0],
] as const)('a change of the %s while others use the account of its carrier', (_what, order, steps, turns) => {
  it(`waits after ${turns} calls, and is done later`, async () => {
    const unit = await aSimUnit();
    const { bchKey, shares } = await start(order, [unit]);
    const { take } = carrierTurnStore;
    let taken = 0;
    const busy = vi.spyOn(carrierTurnStore, 'take').mockImplementation(async (...given) => {
      if (taken++ < turns) return take(...given);
      throw new AccountBusy();
    });
    const before = sent.length;
    expect(await work(...shares)).toHaveLength(1);
    expect(new Set(busy.mock.calls.map(([, asker]) => asker))).toEqual(new Set(['22']));
    busy.mockRestore();
    expect(changes(before)).toEqual([]);
    expect(await stepsOf([unit])).toEqual([steps]);
    expect(await statesOf(bchKey)).toEqual(['queued']);
    expect((await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go({ consistent: true })).data!.ICCID1State).toBe(14);
    expect(await work(...shares)).toEqual([]);
    expect(await statesOf(bchKey)).toEqual(['done']);
    expect(await stepsOf([unit])).toEqual([[...steps, ...ASKED_ONCE]]);
  });
});
