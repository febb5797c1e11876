import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CARRIERS, type Carrier } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { THINGSPACE_CALLBACK_PATH } from '#core/sims/thingspace-callback.ts';
import { HOUR } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { FleetReadingEntity } from '#data/sims/fleet-readings.ts';
import { SimDifferenceEntity } from '#data/sims/sim-differences.ts';
import { UnitEntity } from '#data/units/units.ts';
import { readFleet } from '#functions/on-fleet-reading-due/read-fleet.ts';
import { STATES } from '#functions/on-fleet-reading-due/states.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aSession, aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { servedCarriers } from './served-carriers.ts';

const FIRST = 7_000;
const numbers = Array.from({ length: 40 }, (_, index) => FIRST + index);
const { controlCenter, thingSpace, calls } = await servedCarriers({
  controlCenter: numbers.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: numbers.map((number) =>
    simFor(iccidOf(1, number), { status: 'active', SIMOTADate: '2026-11-20T00:00:00.000Z' }),
  ),
  atAnyPace: true,
});

let [reader, editor, elsewhere] = [] as unknown as [UserRecord, UserRecord, UserRecord];
let stream: Awaited<ReturnType<typeof aStreamReader>>;
beforeAll(async () => {
  await someDealers();
  reader = await aUser({ dealer: 22, flags: ['SIM'] });
  editor = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'UNIT_EDIT'] });
  elsewhere = await aUser({ dealer: 49, flags: ['SIM'] });
  stream = await aStreamReader();
});
beforeEach(async () => {
  controlCenter.faults.set({});
  thingSpace.faults.set({});
  await FleetReadingEntity.delete(CARRIERS.map((carrier) => ({ carrier }))).go();
  calls.length = 0;
});

let number = FIRST;
/** A unit with an activated SIM of AT&T, of which the portal says this. */
const aUnitOfAtt = (ICCID1State: number, more: Partial<UnitRecord> = {}) =>
  aUnit({
    ...{ dealer: 220, ICCID1: iccidOf(0, number++), ICCID1State, ICCID1Carrier: 0, UnitStatus: 9 },
    ...{ ICCID2: '', ...more },
  });

const AT_ANY_PACE = { goesOn: () => true, pauseMs: 0 };
const readAll = (carrier: Carrier = 0) => readFleet(carrier, AT_ANY_PACE, STATES);
const differences = async (as: UserRecord = reader) => (await ask(sims.differences, { as })).items;
const differenceOf = async ({ UnitSerNum }: UnitRecord, as?: UserRecord) =>
  (await differences(as)).find((one) => one.UnitSerNum === UnitSerNum);
const storedOf = async ({ UnitSerNum }: UnitRecord) =>
  (await SimDifferenceEntity.query.byUnit({ UnitSerNum }).go({ consistent: true })).data;
const readings = () => calls.filter((one) => one.startsWith('GET /rws/api/v1/devices/'));

describe('the reading of the fleet', () => {
  it('finds the SIMs of which the portal and the carrier say different states, with the likely cause', async () => {
    const same = await aUnitOfAtt(14);
    const off = await aUnitOfAtt(15);
    const unused = await aUnitOfAtt(15, { UnitStatus: 5 });
    const waiting = await aUnitOfAtt(36);
    const ended = await aUnitOfAtt(34);
    const unknown = await aUnitOfAtt(14, { ICCID1: '8901170999999999999' });
    expect(await readAll()).toBe(0);
    expect(await differenceOf(same)).toBeUndefined();
    const told = { told: 14, status: 'ACTIVATED', carrier: 0, slot: 1, inUse: expect.any(Boolean) };
    expect(await differenceOf(off)).toMatchObject({ ...told, stored: 15, cause: 'switchedOn' });
    expect(await differenceOf(unused)).toMatchObject({ ...told, stored: 15, cause: 'needless' });
    expect(await differenceOf(waiting)).toMatchObject({ ...told, stored: 36, cause: 'voiceReady' });
    expect(await differenceOf(ended)).toMatchObject({ ...told, stored: 34, cause: 'changeEnded' });
    expect(await differenceOf(unknown)).toMatchObject({ told: null, status: '', cause: 'unknownSim' });
    // One call for each SIM of this carrier.
    expect(readings()).toHaveLength(6);
  });

  it('finds a SIM of Verizon that was switched off there while its unit is in service', async () => {
    const ICCID1 = iccidOf(1, FIRST);
    const unit = await aUnit({ dealer: 220, ICCID1, ICCID1State: 14, ICCID1Carrier: 1, UnitStatus: 9, ICCID2: '' });
    thingSpace.put(simFor(ICCID1, { status: 'deactive' }));
    await readAll(1);
    expect(await differenceOf(unit)).toMatchObject({ told: 15, status: 'deactive', carrier: 1, cause: 'lineLost' });
  });

  it('finds a line that its carrier has suspended, and keeps it until the carrier says that it is active again', async () => {
    const ICCID1 = iccidOf(1, FIRST + 1);
    const unit = await aUnit({ dealer: 220, ICCID1, ICCID1State: 14, ICCID1Carrier: 1, UnitStatus: 9, ICCID2: '' });
    thingSpace.put(simFor(ICCID1, { status: 'suspend' }));
    await readAll(1);
    const found = { told: null, status: 'suspend', stored: 14, cause: 'otherState' };
    expect(await differenceOf(unit)).toMatchObject(found);
    const { UnitSerNum } = unit;
    expect(await ask(sims.correctState, { UnitSerNum, slot: 1, as: editor })).toMatchObject({ corrected: false });
    expect(await differenceOf(unit)).toMatchObject(found);
    thingSpace.put(simFor(ICCID1, { status: 'active', SIMOTADate: '2026-11-20T00:00:00.000Z' }));
    await ask(sims.correctState, { UnitSerNum, slot: 1, as: editor });
    expect(await differenceOf(unit)).toBeUndefined();
  });

  it('goes on where it stopped when a carrier did not answer, and begins anew after a day only', async () => {
    const unit = await aUnitOfAtt(15);
    controlCenter.faults.set({ status500: { path: `/rws/api/v1/devices/${unit.ICCID1}` } });
    expect(await readAll()).toBe(0);
    expect(await differenceOf(unit)).toBeUndefined();
    const before = readings().length;
    expect(before).toBeGreaterThan(0);
    controlCenter.faults.set({});
    await readAll();
    expect(await differenceOf(unit)).toMatchObject({ cause: 'switchedOn' });
    expect(new Set(readings()).size).toBe(readings().length);
    const { readings: told } = await ask(sims.differences, { as: reader });
    expect(told).toMatchObject([{ carrier: 0, endedAt: expect.any(String) }]);
    // The number of all SIMs is of the root dealer only.
    expect(told[0]).not.toHaveProperty('read');
    const above = await ask(sims.differences, { as: await aUser({ dealer: 1, flags: ['SIM'] }) });
    expect(above.readings).toMatchObject([{ carrier: 0, read: readings().length }]);
    const after = readings().length;
    await readAll();
    expect(readings()).toHaveLength(after);
  });

  it('passes over a SIM that alone cannot be read for ten runs', async () => {
    const [unreadable, next] = [await aUnitOfAtt(15), await aUnitOfAtt(15)];
    controlCenter.faults.set({ otherSim: { path: `/rws/api/v1/devices/${unreadable.ICCID1}` } });
    for (let runs = 0; runs < 12; runs++) await readAll();
    expect(await differenceOf(unreadable)).toBeUndefined();
    expect(await differenceOf(next)).toBeDefined();
  });

  it('stops when its run is over, and two runs at once read nothing for long that the other has read', async () => {
    await Promise.all([aUnitOfAtt(14), aUnitOfAtt(14)]);
    let left = 1;
    await readFleet(0, { goesOn: () => left-- > 0, pauseMs: 0 }, STATES);
    expect(readings()).toHaveLength(0);
    left = 3;
    await readFleet(0, { goesOn: () => left-- > 0, pauseMs: 0 }, STATES);
    expect(readings()).toHaveLength(2);
    await Promise.all([readAll(), readAll()]);
    expect((await FleetReadingEntity.get({ carrier: 0 }).go({ consistent: true })).data).toMatchObject({
      read: new Set(readings()).size,
      endedAt: expect.any(String),
    });
  });

  it('is not faster than its pace', async () => {
    await Promise.all([aUnitOfAtt(14), aUnitOfAtt(14), aUnitOfAtt(14)]);
    const begun = performance.now();
    await readFleet(0, { goesOn: () => performance.now() - begun < 900, pauseMs: 300 }, STATES);
    expect(readings().length).toBeLessThanOrEqual(3);
  });

  it('runs on schedule, and tells ThingSpace where to post results', async () => {
    expect(await invoke('on-fleet-reading-due', {})).toEqual({ failed: 0 });
    const callback = `${process.env.WEB_ORIGIN}${THINGSPACE_CALLBACK_PATH}`;
    expect(await (await carriers()).registerThingSpaceCallbacks(callback)).toBe(false);
  });
});

describe('a difference', () => {
  it('is shown to those who see the unit, and follows it to another dealer', async () => {
    const unit = await aUnitOfAtt(15);
    await readAll();
    expect(await differenceOf(unit)).toBeDefined();
    expect(await differences(elsewhere)).toEqual([]);
    expect((await call(sims.differences, { as: await aUser({ dealer: 22, flags: ['UNIT_VIEW'] }) })).status).toBe(403);
    await stream.next();
    const root = await aUser({ dealer: 1, flags: ['UNIT_EDIT'] });
    const { UnitSerNum } = unit;
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 220, NewDealerKey: 49, as: root });
    expect(await differenceOf(unit)).toBeUndefined();
    await follow(await stream.next(), { times: 2 });
    expect(await differenceOf(unit, elsewhere)).toBeDefined();
  });

  it('is gone at once when somebody stores what the carrier says, and its row a little later', async () => {
    const unit = await aUnitOfAtt(36);
    await readAll();
    await stream.next();
    const { UnitSerNum } = unit;
    expect(await ask(sims.correctState, { UnitSerNum, slot: 1, as: editor })).toMatchObject({ corrected: true });
    expect(await differenceOf(unit)).toBeUndefined();
    await follow(await stream.next());
    expect(await storedOf(unit)).toEqual([]);
  });

  it('is corrected by the person who asked for it, with whose access and as which dealer they did', async () => {
    const unit = await aUnitOfAtt(36);
    const actor = await aUser({ dealer: 1 });
    const { token, sessionId } = await aSession(actor);
    const { UserKey } = editor;
    await SessionEntity.patch({ sessionId })
      .set({ asUserKey: UserKey, asUntil: Date.now() + HOUR, shown: { UserKey, DealerKey: 220 } })
      .go();
    expect(await call(sims.correctState, { UnitSerNum: unit.UnitSerNum, slot: 1 }, { token })).toMatchObject({
      body: { corrected: true },
    });
    expect((await auditOf('unit', unit.UnitSerNum)).at(-1)).toMatchObject({
      action: 'correct SIM state',
      ...{ actorKey: actor.UserKey, asUserKey: UserKey, takenKey: UserKey, asDealerKey: 220 },
    });
  });

  it('is gone when the carrier says again what the portal says', async () => {
    const unit = await aUnitOfAtt(15);
    await readAll();
    controlCenter.put(simFor(unit.ICCID1!, { status: 'DEACTIVATED' }));
    const { UnitSerNum } = unit;
    expect(await ask(sims.correctState, { UnitSerNum, slot: 1, as: editor })).toMatchObject({ corrected: false });
    expect(await storedOf(unit)).toEqual([]);
  });

  it('is gone when somebody asks the carrier for the state, and when the unit has another SIM', async () => {
    const [asked, replaced] = [await aUnitOfAtt(15, { UnitStatus: 5 }), await aUnitOfAtt(15)];
    await readAll();
    await stream.next();
    const change = { slot: 1 as const, iccid: asked.ICCID1!, state: 15 as const };
    const acknowledged = ['inoperable' as const, 'activationFee' as const, 'callerId' as const];
    await ask(sims.changeState, { UnitSerNum: asked.UnitSerNum, ...change, acknowledged, as: editor });
    await UnitEntity.patch({ UnitSerNum: replaced.UnitSerNum })
      .set({ ICCID1: iccidOf(0, number++) })
      .go();
    expect([await differenceOf(asked), await differenceOf(replaced)]).toEqual([undefined, undefined]);
    await follow(await stream.next());
    expect([await storedOf(asked), await storedOf(replaced)]).toEqual([[], []]);
  });
});
