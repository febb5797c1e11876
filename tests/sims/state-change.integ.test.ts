import { beforeAll, describe, expect, it } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { SETTLING_MS } from '#core/sims/settling.ts';
import { instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { CarrierChangeEntity, carrierChangeStore } from '#data/sims/carriers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { servedCarriers } from './served-carriers.ts';

const [ATT, OFF, RETIRED, PLAN, TELUS, DOWN] = [
  iccidOf(0, 6001),
  iccidOf(0, 6002),
  iccidOf(0, 6003),
  iccidOf(0, 6004),
  iccidOf(2, 6005),
  iccidOf(0, 6006),
] as const;
const [WAITING, UNWRITTEN, SUSPENDED] = [iccidOf(1, 6001), iccidOf(1, 6002), iccidOf(1, 6003)] as const;
const LAGGING = iccidOf(1, 6004);

const line = { status: 'active', msisdn: '882350000006001', dateActivated: '2026-01-02T00:00:00.000Z' };
const { controlCenter, thingSpace } = await servedCarriers({
  controlCenter: [
    ...[ATT, PLAN, TELUS, DOWN].map((iccid) => simFor(iccid, { status: 'ACTIVATED' })),
    simFor(OFF, { status: 'DEACTIVATED' }),
    simFor(RETIRED, { status: 'RETIRED' }),
  ],
  thingSpace: [
    simFor(WAITING, { ...line, SIMOTADate: '2026-01-03T00:00:00.000Z' }),
    simFor(SUSPENDED, { ...line, status: 'suspend', SIMOTADate: '2026-01-03T00:00:00.000Z' }),
    simFor(LAGGING, { ...line, status: 'deactive', SIMOTADate: '2026-01-03T00:00:00.000Z' }),
    simFor(UNWRITTEN, { ...line, SIMOTADate: '2026-01-01T00:00:00.000Z' }),
  ],
});
let as: UserRecord;
let engineer: UserRecord;

beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
  engineer = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'ENGINEER'] });
});

const unitWith = (fields: Partial<UnitRecord>) => aUnit({ dealer: 220, activeSimSlot: 0, ...fields });
const storedOf = async ({ UnitSerNum }: UnitRecord) => (await UnitEntity.get({ UnitSerNum }).go()).data!;
const requestsOf = async (iccid: string) => (await CarrierChangeEntity.query.bySim({ iccid }).go()).data;
const ALL = ['inoperable', 'activationFee', 'callerId'] as const;

describe('a SIM of a unit', () => {
  it('in use is deactivated only with all three acknowledgements [P2-B05 P2-C69 P2-B120]', async () => {
    const unit = await unitWith({ ICCID1: ATT, ICCID1State: 14, ActiveICCID: ATT, ActiveState: 14 });
    const change = { UnitSerNum: unit.UnitSerNum, slot: 1 as const, iccid: ATT, state: 15 as const, as };
    for (const left of ALL) {
      const acknowledged = ALL.filter((one) => one !== left);
      expect(await call(sims.changeState, { ...change, acknowledged })).toMatchObject({ status: 422 });
    }
    expect(controlCenter.sim(ATT)?.status).toBe('ACTIVATED');
    expect(await ask(sims.changeState, { ...change, acknowledged: [...ALL] })).toEqual({ outcome: 'done', state: 15 });
    expect(controlCenter.sim(ATT)?.status).toBe('DEACTIVATED');
    expect(await storedOf(unit)).toMatchObject({ ICCID1State: 15, ActiveState: 15 });
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([
      { action: 'ask for SIM state', dealerKey: 220, after: { simState: 15, iccid: ATT } },
    ]);
  });

  it('is activated with the acknowledgement of the fee; voice is known at the next reading [P2-B05 P2-B124]', async () => {
    const unit = await unitWith({ ICCID1: TELUS, ICCID1State: 14, ICCID2: OFF, ICCID2State: 15 });
    const change = { UnitSerNum: unit.UnitSerNum, slot: 2 as const, iccid: OFF, state: 14 as const, as };
    expect((await call(sims.changeState, { ...change, acknowledged: [] })).status).toBe(422);
    const why = 'difference' as const;
    expect(await ask(sims.changeState, { ...change, acknowledged: ['activationFee'], why })).toEqual({
      outcome: 'done',
      state: 36,
    });
    expect((await requestsOf(OFF)).map(({ step, origin }) => [step, origin?.why])).toEqual([
      ['asked', 'difference'],
      ['confirmed', 'difference'],
    ]);
    await ask(sims.correctState, { UnitSerNum: unit.UnitSerNum, slot: 2, as });
    expect((await storedOf(unit)).ICCID2State).toBe(14);
  });

  it('is made Non-Billing by engineers only [P2-A05 P2-A06]', async () => {
    const unit = await unitWith({ ICCID1: TELUS, ICCID1State: 14, ICCID2: OFF, ICCID2State: 14 });
    const change = { UnitSerNum: unit.UnitSerNum, slot: 2 as const, iccid: OFF, acknowledged: [...ALL] };
    for (const state of [18, 19, 20, 21, 22, 35] as const)
      expect((await call(sims.changeState, { ...change, state, as })).status).toBe(403);
    expect((await call(sims.changeState, { ...change, state: 35, as: engineer })).status).toBe(200);
    expect((await storedOf(unit)).ICCID2State).toBe(35);
  });

  it('keeps its state if the carrier refuses', async () => {
    const unit = await unitWith({ ICCID1: RETIRED, ICCID1State: 21 });
    const change = { UnitSerNum: unit.UnitSerNum, slot: 1 as const, iccid: RETIRED, state: 14 as const, as };
    expect((await call(sims.changeState, { ...change, acknowledged: ['activationFee'] })).status).toBe(409);
    expect((await storedOf(unit)).ICCID1State).toBe(21);
  });

  it('is pending while nobody knows whether the carrier did it, and the next reading knows', async () => {
    const unit = await unitWith({ ICCID1: TELUS, ICCID1State: 14, ICCID2: DOWN, ICCID2State: 14 });
    const change = { UnitSerNum: unit.UnitSerNum, slot: 2 as const, iccid: DOWN, state: 15 as const, as };
    controlCenter.faults.set({ status500: {} });
    expect((await call(sims.changeState, { ...change, acknowledged: ['activationFee'] })).status).toBe(503);
    expect((await storedOf(unit)).ICCID2State).toBe(34);
    controlCenter.faults.set({});
    await ask(sims.correctState, { UnitSerNum: unit.UnitSerNum, slot: 2, as });
    expect((await storedOf(unit)).ICCID2State).toBe(14);
  });

  it('that was exchanged meanwhile, or that another dealer has, is not touched', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: TELUS, ICCID1State: 14 });
    const change = { UnitSerNum, slot: 1 as const, state: 15 as const, acknowledged: [...ALL] };
    expect((await call(sims.changeState, { ...change, iccid: ATT, as })).status).toBe(409);
    const foreign = await aUser({ dealer: 49, flags: ['SIM_EDIT'] });
    expect((await call(sims.changeState, { ...change, iccid: TELUS, as: foreign })).status).toBe(404);
    expect(controlCenter.sim(TELUS)?.status).toBe('ACTIVATED');
  });

  it('gets another communication plan [P2-C15]', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: PLAN, ICCID1State: 14 });
    const plan = { UnitSerNum, slot: 1 as const, iccid: PLAN, plan: 'ATT M2M Data', as };
    expect(await ask(sims.editCommunicationPlan, plan)).toEqual({ outcome: 'done' });
    expect(controlCenter.sim(PLAN)?.plan).toBe('ATT M2M Data');
    for (const { origin } of await requestsOf(PLAN))
      expect(origin).toMatchObject({ why: 'unitPage', actorKey: as.UserKey });
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'ask for communication plan', after: { plan: 'ATT M2M Data', iccid: PLAN } },
    ]);
  });
});

describe("'change to activated'", () => {
  it('ends the wait for voice and stays, whatever the carrier reports [P2-C23 P2-S22 P2-C06 P2-C22]', async () => {
    const unit = await unitWith({ ICCID1: TELUS, ICCID1State: 14, ICCID2: WAITING, ICCID2State: 36 });
    const { UnitSerNum } = unit;
    const before = await ask(sims.simData, { id: UnitSerNum, as });
    expect(before).toMatchObject({ slot1: { iccid: TELUS }, slot2: { deviceDetails: { state: 36 } } });
    const unitDetails = { UnitSerNum, ICCID2: WAITING, ActiveCarrier: 2 as const };
    expect(await ask(sims.overrideState, { unitDetails, as })).toEqual({ state: 14 });
    expect(await ask(sims.simData, { id: UnitSerNum, as })).toMatchObject({ slot2: { deviceDetails: { state: 14 } } });
    expect(await ask(sims.correctState, { UnitSerNum, slot: 2, as })).toMatchObject({ corrected: false });
    expect((await storedOf(unit)).ICCID2State).toBe(14);
  });

  it('is refused before the network has written to the SIM [P2-S22]', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: TELUS, ICCID2: UNWRITTEN, ICCID2State: 36 });
    const unitDetails = { UnitSerNum, ICCID2: UNWRITTEN };
    expect((await call(sims.overrideState, { unitDetails, as })).status).toBe(409);
  });

  it('is refused for a line that the carrier has suspended, with its state', async () => {
    const unit = await unitWith({ ICCID1: TELUS, ICCID1State: 14, ICCID2: SUSPENDED, ICCID2State: 36 });
    const unitDetails = { UnitSerNum: unit.UnitSerNum, ICCID2: SUSPENDED };
    expect(await call(sims.overrideState, { unitDetails, as })).toMatchObject({
      status: 409,
      body: {
        message: 'The carrier says that this line is “suspend”. Have it activated at the carrier first, then try again',
      },
    });
    expect(await storedOf(unit)).toMatchObject({ ICCID2State: 36 });
    expect((await storedOf(unit)).voiceReadyICCID).toBeUndefined();
  });

  it('is refused while the list of the carrier may lag behind what it has confirmed, and says so', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: TELUS, ICCID1State: 14, ICCID2: LAGGING, ICCID2State: 36 });
    const override = () => call(sims.overrideState, { unitDetails: { UnitSerNum, ICCID2: LAGGING }, as });
    const confirmedAt = Date.now();
    const change = { carrier: 1, iccid: LAGGING, action: 'state', target: 14, reference: 'on' } as const;
    await carrierChangeStore.record({ ...change, step: 'asked', at: instant(confirmedAt - MINUTE) });
    await carrierChangeStore.record({ ...change, step: 'confirmed', at: instant(confirmedAt) });
    expect(await override()).toMatchObject({
      status: 409,
      body: {
        message:
          'The carrier has just confirmed a change of this SIM, and its list may still show the state before. Try again in a quarter of an hour',
      },
    });
    setClock(confirmedAt + SETTLING_MS);
    expect(await override()).toMatchObject({
      status: 409,
      body: { message: 'The SIM does not wait for voice, or the network has not written to it yet' },
    });
  });

  it('fails with the text of the specification while the carrier does not answer [P2-M12]', async () => {
    const { UnitSerNum } = await unitWith({ ICCID1: TELUS, ICCID2: UNWRITTEN, ICCID2State: 36 });
    thingSpace.faults.set({ status500: {} });
    expect(await call(sims.overrideState, { unitDetails: { UnitSerNum, ICCID2: UNWRITTEN }, as })).toMatchObject({
      status: 503,
      body: { message: 'Error overriding state. Retry. If problem persist, please contact support' },
    });
    thingSpace.faults.set({});
  });
});
