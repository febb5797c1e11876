import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { AppError } from '#core/errors.ts';
import { sims } from '#core/sims/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import type { BulkActionOutcome } from '#data/bulk-actions/bulk-action-rows.ts';
import type { BulkTools } from '#data/kit/area.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { CarrierChangeEntity } from '#data/sims/carriers.ts';
import { changePlan } from '#data/sims/change-plan.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { withMessage } from '#support/with-message.ts';
import { scopeOf } from '#support/world.ts';
import { servedCarriers } from '../sims/served-carriers.ts';
import { dyingBeside } from './dying.ts';
import { aBulkActionLine, detailOf, serialsOf, work } from './support.ts';

const FIRST = 8_100;
const numbers = Array.from({ length: 60 }, (_, index) => FIRST + index);
const { controlCenter, thingSpace, calls } = await servedCarriers({
  controlCenter: numbers.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: numbers.map((number) => simFor(iccidOf(1, number), { status: 'active' })),
  timeScale: 20_000,
  atAnyPace: true,
});

let bulk: Awaited<ReturnType<typeof aBulkActionLine>>;
let as: UserRecord;
/** How far the clock of the portal is ahead, in milliseconds. */
let ahead = 0;
const realNow = Date.now;
vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
const later = () => {
  ahead += 2 * MINUTE;
};

beforeAll(async () => {
  await someDealers();
  bulk = await aBulkActionLine();
});
beforeEach(async () => {
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'BULK_ACTIONS'] });
});
afterEach(() => {
  controlCenter.faults.set({});
  thingSpace.faults.set({});
});

let number = FIRST;
type Dual = UnitRecord & { ICCID1: string; ICCID2: string };
async function aDualUnit(): Promise<Dual> {
  const [ICCID1, ICCID2] = [iccidOf(0, number), iccidOf(1, number)];
  number += 1;
  const unit = await aUnit({
    ...{ dealer: 220, UnitModel: 'MXD-LTE', activeSimSlot: 0, ActiveICCID: ICCID1, ActiveState: 14 },
    ...{ ICCID1, ICCID1State: 14, ICCID1Carrier: 0, ICCID2, ICCID2State: 14, ICCID2Carrier: 1 },
  });
  return { ...unit, ICCID1, ICCID2 };
}

const orderOf = (carrier: 0 | 1, plan = 'M2M Small') => ({
  ...{ action: 'plan', type: 'changePlan', UnitModel: 'MXD-LTE', as },
  value: { action: 'plan', carrier, plan, acknowledged: ['noVoice'] },
});
const start = async (order: ReturnType<typeof orderOf>, units: readonly UnitRecord[]) => {
  await bulk.skipChanges();
  const { bchKey } = await ask(bulkActions.create, { ...order, units: serialsOf(units) } as never);
  return { bchKey, shares: await bulk.nextShares() };
};
const rowsOf = async (bchKey: string) =>
  (await detailOf(as, bchKey)).rows.map(({ state, reason, asked = false }) => [state, reason, asked]);

const isChange = (method: string, path: string) =>
  method === 'PUT' && (path.includes('/rws/') || path.endsWith('/actions/plan'));
/** What the carriers were asked to change since. */
const changes = (since: number) =>
  calls.slice(since).filter((one) => {
    const [method, path] = one.split(' ') as [string, string];
    return isChange(method, path);
  });
const stepsOf = async (iccid: string) => (await CarrierChangeEntity.query.bySim({ iccid }).go()).data;

const CHANGED = ['done', 'The carrier has changed it', false];
const ASKED = ['done', 'Asked of the carrier, which has not confirmed it yet', true];

describe('the communication plan of many units', () => {
  it('is asked for once per SIM of the carrier, with who asked and why in the ledger and the audit', async () => {
    const unit = await aDualUnit();
    const without = await aUnit({ ...{ dealer: 220, UnitModel: 'MXD-LTE' }, ICCID1: undefined, ICCID2: undefined });
    for (const [carrier, row, step] of [
      [0, CHANGED, 'confirmed'],
      [1, ASKED, 'accepted'],
    ] as const) {
      const before = calls.length;
      const { bchKey, shares } = await start(orderOf(carrier), [unit, without]);
      for (let time = 0; time < 2; time++) expect(await work(...shares)).toEqual([]);
      expect(await rowsOf(bchKey)).toEqual([
        row,
        ['failed', `It has no SIM of ${carrier === 0 ? 'AT&T' : 'Verizon'}`, false],
      ]);
      expect(changes(before)).toHaveLength(1);
      const steps = await stepsOf(carrier === 0 ? unit.ICCID1 : unit.ICCID2);
      expect(steps).toMatchObject([
        { action: 'plan', plan: 'M2M Small', step: 'asked', origin: { why: 'bulkAction', bchKey, attempt: 1 } },
        { action: 'plan', plan: 'M2M Small', step, origin: { actorKey: as.UserKey } },
      ]);
      const asked = (await auditOf('unit', unit.UnitSerNum)).find(({ partOf }) => partOf === bchKey);
      expect(asked).toMatchObject({ action: 'ask for communication plan', after: { plan: 'M2M Small' } });
      expect(await auditOf('bulkAction', bchKey)).toMatchObject([
        { action: 'start bulk action: change the communication plan', after: { units: 2 } },
      ]);
    }
    const { items } = await ask(sims.requests, { id: unit.UnitSerNum, as });
    expect(items.map(({ action, plan }) => [action, plan])).toEqual([
      ['plan', 'M2M Small'],
      ['plan', 'M2M Small'],
    ]);
  });

  it('is asked for again by another action with the same plan, which does no harm', async () => {
    const unit = await aDualUnit();
    for (let time = 0; time < 2; time++) {
      const { bchKey, shares } = await start(orderOf(0), [unit]);
      expect(await work(...shares)).toEqual([]);
      expect(await rowsOf(bchKey)).toEqual([CHANGED]);
    }
    expect((await stepsOf(unit.ICCID1)).map(({ step }) => step)).toEqual(['asked', 'confirmed', 'asked', 'confirmed']);
  });

  it('stays for the SIM in use of a unit in an alarm, whose other SIM may get a plan', async () => {
    const held = await aDualUnit();
    await anOpenAlarm(held);
    const reason = 'An alarm of the unit is open. What takes it out of reach has to wait: it may be needed for help';
    const before = calls.length;
    const { bchKey, shares } = await start(orderOf(0), [held]);
    expect(await work(...shares)).toEqual([]);
    expect(await rowsOf(bchKey)).toEqual([['failed', reason, false]]);
    const { UnitSerNum, ICCID1: iccid } = held;
    const one = { UnitSerNum, slot: 1 as const, iccid, plan: 'M2M Small', as };
    expect(await call(sims.editCommunicationPlan, one)).toMatchObject({ status: 409, body: { message: reason } });
    expect(changes(before)).toEqual([]);
    const dryRun = async (carrier: 0 | 1) =>
      (await ask(bulkActions.dryRun, { ...orderOf(carrier), units: [UnitSerNum] } as never)).exclusions;
    expect(await dryRun(0)).toMatchObject([{ reason: 'An alarm of the unit is open' }]);
    expect(await dryRun(1)).toEqual([]);
    const other = await start(orderOf(1), [held]);
    expect(await work(...other.shares)).toEqual([]);
    expect(await rowsOf(other.bchKey)).toEqual([ASKED]);
  });

  it('is asked for only once somebody has acknowledged that a plan without voice keeps people from speaking with a unit', async () => {
    const unit = await aDualUnit();
    for (const acknowledged of [undefined, [], ['activationFee']])
      expect(
        await call(bulkActions.create, {
          ...{ ...orderOf(0), units: [unit.UnitSerNum] },
          value: { action: 'plan', carrier: 0, plan: 'Data only', ...(acknowledged && { acknowledged }) },
        } as never),
      ).toMatchObject({ status: 422, body: { message: 'Acknowledge the consequences first' } });
    expect(await stepsOf(unit.ICCID1)).toEqual([]);
  });

  it('is asked for at once after a change of the unit came between', async () => {
    const { ICCID1, ...unit } = await aDualUnit();
    const bulkAction = { bchKey: unit.UnitSerNum, attempt: 1, createdAt: new Date().toISOString() };
    const outcome = {
      ...{ UnitSerNum: unit.UnitSerNum, now: Date.now() },
      bulkAction: { ...bulkAction, value: { action: 'plan', carrier: 0, plan: 'M2M Small' } },
    } as BulkActionOutcome;
    let asked = 0;
    const tools = {
      changePlan: async () => {
        asked += 1;
        throw new AppError('CONFLICT', 'The unit changed meanwhile');
      },
    } as unknown as BulkTools;
    for (let time = 0; time < 3; time++)
      await expect(changePlan(outcome, scopeOf(as), { ...unit, ICCID1 }, tools)).rejects.toThrow(
        withMessage('The unit changed meanwhile'),
      );
    expect(asked).toBe(3);
  });

  it('fails the row with what the carrier says, and can be tried again', async () => {
    const unit = await aDualUnit();
    controlCenter.faults.set({ status500: {} });
    const { bchKey, shares } = await start(orderOf(0), [unit]);
    expect(await work(...shares)).toEqual([]);
    expect(await rowsOf(bchKey)).toEqual([['failed', expect.stringMatching('does not answer'), false]]);
    controlCenter.faults.set({});
    await bulk.skipChanges();
    await ask(bulkActions.retry, { bchKey, as });
    expect(await work(...(await bulk.nextShares()))).toEqual([]);
    expect(await rowsOf(bchKey)).toEqual([CHANGED]);
  });

  it('is left alone once the user who started it may no longer edit SIMs, and needs that right', async () => {
    const unit = await aDualUnit();
    const { bchKey, shares } = await start(orderOf(0), [unit]);
    await UserEntity.patch({ UserKey: as.UserKey })
      .set({ flags: ['SIM', 'BULK_ACTIONS'] })
      .go();
    const before = calls.length;
    expect(await work(...shares)).toEqual([]);
    expect((await detailOf(as, bchKey)).bulkAction.state).toBe('stopped');
    expect(calls.length).toBe(before);
    const viewer = await aUser({ dealer: 22, flags: ['SIM', 'BULK_ACTIONS'] });
    const refused = { ...orderOf(0), units: [unit.UnitSerNum], as: viewer };
    expect((await call(bulkActions.create, refused as never)).status).toBe(422);
    const foreign = await aUser({ dealer: 49, flags: ['SIM_EDIT', 'BULK_ACTIONS'] });
    const other = await ask(bulkActions.create, {
      ...orderOf(0),
      units: [unit.UnitSerNum],
      as: foreign,
    } as never);
    expect(await work(...(await bulk.nextShares()))).toEqual([]);
    expect((await detailOf(foreign, other.bchKey)).rows).toMatchObject([
      { state: 'failed', reason: 'There is no such unit' },
    ]);
    expect(changes(before)).toEqual([]);
  });

  it('has a dry run that names the units without such a SIM, and asks no carrier', async () => {
    const [unit, without] = [
      await aDualUnit(),
      await aUnit({ ...{ dealer: 220, UnitModel: 'MXD-LTE' }, ICCID1: undefined, ICCID2: undefined }),
    ];
    const before = calls.length;
    const { exclusions } = await ask(bulkActions.dryRun, { ...orderOf(1), units: serialsOf([unit, without]) } as never);
    expect(exclusions).toMatchObject([{ UnitSerNum: without.UnitSerNum, reason: 'It has no SIM of Verizon' }]);
    expect(calls.length).toBe(before);
  });
});

const anOpenAlarm = ({ UnitSerNum }: UnitRecord) =>
  AlarmEntity.put({
    ...{ UnitSerNum, event: `${new Date(Date.now()).toISOString()}~1`, version: 1, notes: [] },
    expiresAt: Math.ceil(Date.now() / 1000) + 1_000_000,
  }).go();

const dying = dyingBeside({ servers: [controlCenter.url, thingSpace.url], isChange });

describe('a worker that is killed', () => {
  it.each([
    ['AT&T', 0, CHANGED],
    ['Verizon', 1, ASKED],
  ] as const)(
    'before or after any of its writes leaves a row that says what %s did, and asks again only without an answer',
    async (_, carrier, row) => {
      let deaths = 0;
      for (const when of ['before', 'after'] as const)
        for (let at = 1, hasDied = true; hasDied; at += 1) {
          const unit = await aDualUnit();
          const { bchKey, shares } = await start(orderOf(carrier), [unit]);
          const before = calls.length;
          hasDied = await dying({ at, when }, () => work(...shares));
          later();
          for (let time = 0; time < 2; time++) expect(await work(...shares)).toEqual([]);
          const rows = await rowsOf(bchKey);
          const steps = await stepsOf(carrier === 0 ? unit.ICCID1 : unit.ICCID2);
          expect({ at, when, rows }).toEqual({ at, when, rows: [row] });
          // Each call is in the ledger, and one that was answered is the last one.
          const answered = steps.filter(({ step }) => step === 'confirmed' || step === 'accepted');
          expect({ at, when, answered: answered.length }).toEqual({ at, when, answered: 1 });
          expect(changes(before).length).toBeLessThanOrEqual(2);
          expect(steps.every(({ origin }) => origin?.bchKey === bchKey)).toBe(true);
          deaths += hasDied ? 1 : 0;
        }
      // The turn, the audit entry, the question recorded, asked, its answer recorded, and the row.
      expect(deaths).toBeGreaterThanOrEqual(12);
    },
    240_000,
  );

  it('before its bulk action is cancelled leaves a row that says from the ledger what was asked', async () => {
    const [unit, next] = [await aDualUnit(), await aDualUnit()];
    const { bchKey, shares } = await start(orderOf(0), [unit, next]);
    const before = calls.length;
    expect(await dying({ at: 5, when: 'after' }, () => work(...shares))).toBe(true);
    later();
    await ask(bulkActions.cancel, { bchKey, as });
    for (let time = 0; time < 2; time++) expect(await work(...shares)).toEqual([]);
    expect(await rowsOf(bchKey)).toEqual([CHANGED, ['cancelled', undefined, false]]);
    expect(changes(before)).toHaveLength(1);
  });

  it('does not let workers that have the same share at the same time ask twice', async () => {
    const units = [await aDualUnit(), await aDualUnit()];
    const { bchKey, shares } = await start(orderOf(0), units);
    const before = calls.length;
    await Promise.all([1, 2, 3].map(() => work(...shares)));
    later();
    expect(await work(...shares)).toEqual([]);
    expect((await rowsOf(bchKey)).map(([state]) => state)).toEqual(['done', 'done']);
    expect(changes(before)).toHaveLength(2);
  });
});
