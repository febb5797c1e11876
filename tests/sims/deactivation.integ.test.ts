import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { CarrierChangeEntity } from '#data/sims/carriers.ts';
import { simDeactivationStore } from '#data/sims/sim-deactivations.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { queueVariable } from '#platform/aws/needs.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { servedCarriers } from './served-carriers.ts';

const FIRST = 7_000;
const NUMBERS = Array.from({ length: 12 }, (_, index) => FIRST + index);
const verizonLine = {
  status: 'active',
  dateActivated: '2026-01-02T00:00:00.000Z',
  SIMOTADate: '2026-01-03T00:00:00.000Z',
};
const { controlCenter, thingSpace } = await servedCarriers({
  controlCenter: NUMBERS.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: NUMBERS.map((number) => simFor(iccidOf(1, number), verizonLine)),
});
const { url } = await aQueue();
process.env[queueVariable('sim-due')] = url;
const acknowledged = ['activationFee', 'callerId'] as const;

let as: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
  stream = await aStreamReader();
});

let number = FIRST;
/** A unit with an AT&T SIM, over which it runs, and a Verizon SIM. */
async function aDualUnit(): Promise<UnitRecord & { att: string; verizon: string }> {
  const [att, verizon] = [iccidOf(0, number), iccidOf(1, number)];
  number += 1;
  const unit = await aUnit({
    ...{ dealer: 220, UnitModel: 'MXD-LTE', activeSimSlot: 0, ActiveICCID: att, ActiveState: 14, ActiveCarrier: 0 },
    ...{ ICCID1: att, ICCID1State: 14, ICCID1Carrier: 0, ICCID2: verizon, ICCID2State: 14, ICCID2Carrier: 1 },
  });
  return { ...unit, att, verizon };
}

const storedOf = async ({ UnitSerNum }: Pick<UnitRecord, 'UnitSerNum'>) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;
const mark = ({ UnitSerNum }: UnitRecord, iccid: string, more: object = {}) =>
  call(sims.deactivateOnStartUp, { UnitSerNum, iccid, acknowledged: [...acknowledged], as, ...more });
const markOf = async ({ UnitSerNum }: UnitRecord) =>
  (await ask(sims.simData, { id: UnitSerNum, as })).deactivateOnStartUp;
const actionsOf = async ({ UnitSerNum }: UnitRecord) => (await auditOf('unit', UnitSerNum)).map(({ action }) => action);

let fence = 0;
/** The unit logs in over a SIM, and what follows happens. Returns the answer of the worker; undefined if it had nothing to do. */
async function logsIn({ UnitSerNum }: UnitRecord, ICCID: string, { times = 1 } = {}) {
  await stream.next();
  fence += 1;
  await unitChangeStore.recordLogin(UnitSerNum, { FirmVer: '2.2.0.0.5', ICCID, fence });
  await follow(await stream.next(), { times });
  let answer: unknown;
  for (const message of await takeAll(url)) answer = await invoke('on-sim-due', eventOf(message));
  return answer;
}
const DONE = { batchItemFailures: [] };

describe('a SIM that is marked', () => {
  it('is deactivated after the unit has logged in over its other SIM, once [P2-C21]', async () => {
    const unit = await aDualUnit();
    expect((await mark(unit, unit.att)).status).toBe(200);
    expect(await markOf(unit)).toMatchObject({ iccid: unit.att, userName: as.UserName });
    expect(await logsIn(unit, unit.att)).toBeUndefined();
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');

    expect(await logsIn(unit, unit.verizon, { times: 2 })).toEqual(DONE);
    expect(controlCenter.sim(unit.att)?.status).toBe('DEACTIVATED');
    expect(await storedOf(unit)).toMatchObject({ ICCID1State: 15, ActiveICCID: unit.verizon, ActiveState: 14 });
    expect(await markOf(unit)).toBeNull();
    expect(await actionsOf(unit)).toEqual(['mark SIM for deactivation', 'ask for SIM state']);
    const { data } = await CarrierChangeEntity.query.bySim({ iccid: unit.att }).go();
    expect(data.map(({ step, origin }) => [step, origin?.why, origin?.actorKey])).toEqual([
      ['asked', 'marked', as.UserKey],
      ['confirmed', 'marked', as.UserKey],
    ]);
    expect(await logsIn(unit, unit.verizon)).toBeUndefined();
  });

  it.each(['deactive', 'suspend'] as const)('stays if the carrier says that the SIM in use is %s', async (status) => {
    const unit = await aDualUnit();
    Object.assign(thingSpace.sim(unit.verizon)!, { status });
    await mark(unit, unit.att);
    expect(await logsIn(unit, unit.verizon)).toEqual(DONE);
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');
    expect(await markOf(unit)).toBeNull();
    expect((await auditOf('unit', unit.UnitSerNum)).at(-1)).toMatchObject({
      action: 'keep marked SIM',
      after: { iccid: unit.att, reason: 'The carrier says that the SIM in use is not activated' },
    });
  });

  it('waits while its carrier does not answer, and is deactivated by the next delivery', async () => {
    const unit = await aDualUnit();
    await mark(unit, unit.att);
    controlCenter.faults.set({ status500: {} });
    expect(await logsIn(unit, unit.verizon)).not.toEqual(DONE);
    expect((await storedOf(unit)).deactivateOnStartUp).toBe(unit.att);
    controlCenter.faults.set({});
    expect(await logsIn(unit, unit.verizon)).toEqual(DONE);
    expect(controlCenter.sim(unit.att)?.status).toBe('DEACTIVATED');
    expect(await markOf(unit)).toBeNull();
  });

  it('stays if whoever asked may no longer change SIMs', async () => {
    const unit = await aDualUnit();
    const leaver = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
    expect((await mark(unit, unit.att, { as: leaver })).status).toBe(200);
    await UserEntity.patch({ UserKey: leaver.UserKey }).set({ UserStatus: 0 }).go();
    expect(await logsIn(unit, unit.verizon)).toEqual(DONE);
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');
    expect((await auditOf('unit', unit.UnitSerNum)).at(-1)).toMatchObject({
      after: { reason: `The access of ${leaver.UserName}, who asked for it, has ended` },
    });
  });

  it.each([
    ['could not be deactivated', 0, 'ACTIVATED'],
    ['was deactivated', 1, 'DEACTIVATED'],
  ] as const)(
    'keeps the mark of a person who marks it while the mark before, for which it %s, ends',
    async (...row) => {
      const [, UserStatus, status] = row;
      const unit = await aDualUnit();
      const first = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
      await mark(unit, unit.att, { as: first });
      await UserEntity.patch({ UserKey: first.UserKey }).set({ UserStatus }).go();
      const read = simDeactivationStore.get;
      vi.spyOn(simDeactivationStore, 'get').mockImplementationOnce(async (was) => {
        const found = await read(was);
        await mark(unit, unit.att, { deactivate: false });
        expect((await mark(unit, unit.att)).status).toBe(200);
        return found;
      });
      expect(await logsIn(unit, unit.verizon)).not.toEqual(DONE);
      expect(controlCenter.sim(unit.att)?.status).toBe(status);
      expect(await markOf(unit)).toMatchObject({ iccid: unit.att, userName: as.UserName });
      expect(await logsIn(unit, unit.verizon)).toEqual(DONE);
      expect(controlCenter.sim(unit.att)?.status).toBe('DEACTIVATED');
      expect(await markOf(unit)).toBeNull();
    },
  );

  it('stays if the unit moves to another dealer, also after it came back; either SIM can be marked anew', async () => {
    const unit = await aDualUnit();
    await mark(unit, unit.att);
    const { UnitSerNum } = unit;
    const editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 220, NewDealerKey: 2201, as: editor });
    expect(await markOf(unit)).toBeNull();
    expect((await auditOf('unit', UnitSerNum)).find(({ action }) => action === 'move unit')).toMatchObject({
      before: { deactivateOnStartUp: unit.att },
    });
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 2201, NewDealerKey: 220, as: editor });
    expect(await markOf(unit)).toBeNull();
    expect(await logsIn(unit, unit.verizon)).toBeUndefined();
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');
    expect((await mark(unit, unit.verizon)).status).toBe(200);
    expect(await markOf(unit)).toMatchObject({ iccid: unit.verizon });
  });

  it('stays if the unit moved to another dealer when marks did not end with a move', async () => {
    const unit = await aDualUnit();
    await mark(unit, unit.att);
    const { UnitSerNum } = unit;
    await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 2201, dealerPath: '/1/22/220/2201/' }).go();
    expect(await markOf(unit)).toBeNull();
    expect(await logsIn(unit, unit.verizon)).toEqual(DONE);
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');
    expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({
      action: 'keep marked SIM',
      after: { reason: 'The unit belongs to another dealer now' },
    });
  });

  it('stays if the mark is withdrawn', async () => {
    const unit = await aDualUnit();
    await mark(unit, unit.att);
    expect((await mark(unit, unit.att, { deactivate: false })).status).toBe(200);
    expect(await logsIn(unit, unit.verizon)).toBeUndefined();
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');
    expect(await actionsOf(unit)).toEqual(['mark SIM for deactivation', 'withdraw SIM deactivation']);
  });

  it('stays if the unit has gone back to it before the work begins', async () => {
    const unit = await aDualUnit();
    await mark(unit, unit.att);
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ ActiveICCID: unit.att }).go();
    const message = {
      body: JSON.stringify({ work: 'deactivate', UnitSerNum: unit.UnitSerNum, iccid: unit.att }),
      messageId: 'm',
    };
    const record = { ...message, messageAttributes: {} } as unknown as Parameters<typeof eventOf>[0];
    expect(await invoke('on-sim-due', eventOf(record))).toEqual(DONE);
    expect(controlCenter.sim(unit.att)?.status).toBe('ACTIVATED');
    expect((await storedOf(unit)).deactivateOnStartUp).toBe(unit.att);
  });

  it('needs the acknowledgements, a SIM of the unit, another SIM, and the scope', async () => {
    const unit = await aDualUnit();
    for (const left of acknowledged)
      expect((await mark(unit, unit.att, { acknowledged: acknowledged.filter((one) => one !== left) })).status).toBe(
        422,
      );
    expect((await mark(unit, iccidOf(0, 9_999))).status).toBe(404);
    expect((await mark(unit, unit.att, { as: await aUser({ dealer: 49, flags: ['SIM_EDIT'] }) })).status).toBe(404);
    const single = await aUnit({ dealer: 220, ICCID1: iccidOf(0, 9_998), ICCID2: undefined });
    expect(await mark(single, single.ICCID1!)).toMatchObject({
      status: 409,
      body: { message: 'The unit has no other SIM over which it could log in' },
    });
    expect((await mark(unit, unit.att)).status).toBe(200);
    expect(await mark(unit, unit.verizon)).toMatchObject({
      status: 409,
      body: { message: 'Another SIM of this unit is marked already' },
    });
  });
});
