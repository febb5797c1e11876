import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { AT_ONCE } from '#core/sims/due-work.ts';
import { SETTLING_MS } from '#core/sims/settling.ts';
import type { ThingSpaceCallback } from '#core/sims/thingspace-callback.ts';
import { DAY, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AttemptEntity } from '#data/kit/attempts.ts';
import { CarrierChangeEntity, carrierChangeStore } from '#data/sims/carriers.ts';
import { FleetReadingEntity } from '#data/sims/fleet-readings.ts';
import { SimDifferenceEntity } from '#data/sims/sim-differences.ts';
import { SimReadingEntity } from '#data/sims/sim-readings.ts';
import { UnitEntity } from '#data/units/units.ts';
import { readFleet } from '#functions/on-fleet-reading-due/read-fleet.ts';
import { STATES } from '#functions/on-fleet-reading-due/states.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { logger } from '#platform/aws/observability.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { servedCarriers } from './served-carriers.ts';
import { until } from './support.ts';

const FIRST = 9_000;
const { thingSpace } = await servedCarriers({
  controlCenter: [],
  thingSpace: Array.from({ length: 20 }, (_, index) =>
    simFor(iccidOf(1, FIRST + index), { status: 'active', SIMOTADate: '2026-01-01T00:00:00.000Z' }),
  ),
  timeScale: 2_000,
});

/** What ThingSpace has posted. The test delivers it, so that it decides when and how often. */
const posted: ThingSpaceCallback[] = [];
const listener = createServer(async (request, response) => {
  posted.push(JSON.parse(await text(request)));
  response.writeHead(200).end();
});
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
afterAll(() => listener.close());

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
  const { port } = listener.address() as AddressInfo;
  await (await carriers()).registerThingSpaceCallbacks(`http://127.0.0.1:${port}/`);
});
beforeEach(() => {
  posted.length = 0;
  thingSpace.faults.set({});
});

let number = FIRST;
type Unit = UnitRecord & { iccid: string };
async function aVerizonUnit(): Promise<Unit> {
  const iccid = iccidOf(1, number++);
  const unit = await aUnit({ dealer: 220, ICCID1: iccid, ICCID1State: 14, ICCID1Carrier: 1 });
  return { ...unit, iccid };
}

/** Asks for the deactivation of the SIM, and returns what ThingSpace posts when it has worked on it. */
async function deactivated(unit: Unit): Promise<ThingSpaceCallback> {
  const asked = { UnitSerNum: unit.UnitSerNum, slot: 1 as const, iccid: unit.iccid, state: 15 as const };
  const acknowledged = ['inoperable' as const, 'activationFee' as const, 'callerId' as const];
  expect(await call(sims.changeState, { ...asked, acknowledged, as })).toMatchObject({ body: { state: 34 } });
  await until(() => posted.length > 0);
  return posted[0]!;
}

const post = (body: object) => call(sims.thingSpaceResult, body as ThingSpaceCallback);
const stepsOf = async ({ iccid }: Unit) =>
  (await CarrierChangeEntity.query.bySim({ iccid }).go()).data.map(({ step, reason }) => ({
    step,
    ...(reason !== undefined && { reason }),
  }));
const stateOf = async ({ UnitSerNum }: Unit) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!.ICCID1State;
const readingOf = async ({ UnitSerNum, iccid }: Unit) =>
  (await SimReadingEntity.get({ UnitSerNum, iccid }).go({ consistent: true })).data ?? undefined;

async function read(unit: Unit): Promise<void> {
  const { since, round } = (await readingOf(unit))!;
  const body = JSON.stringify({ work: 'read', UnitSerNum: unit.UnitSerNum, iccid: unit.iccid, since, round });
  const record = { body, messageId: 'm', messageAttributes: {} } as unknown as Parameters<typeof eventOf>[0];
  expect(await invoke('on-sim-due', eventOf(record))).toEqual({ batchItemFailures: [] });
}

/** The differences that a reading of all SIMs of Verizon leaves for the unit. */
async function fleetReading({ UnitSerNum }: Unit) {
  await FleetReadingEntity.delete({ carrier: 1 }).go();
  await readFleet(1, { goesOn: () => true, pauseMs: 0 }, STATES);
  return (await SimDifferenceEntity.query.byUnit({ UnitSerNum }).go({ consistent: true })).data;
}

describe('the result of a request that Verizon has accepted', () => {
  it('is recorded, and has the SIM read at once', async () => {
    const unit = await aVerizonUnit();
    expect(await post(await deactivated(unit))).toMatchObject({ status: 200, body: {} });
    expect(await stepsOf(unit)).toEqual([{ step: 'asked' }, { step: 'accepted' }, { step: 'confirmed' }]);
    expect(await readingOf(unit)).toMatchObject({ round: AT_ONCE });
    expect(await stateOf(unit)).toBe(34);
    await read(unit);
    expect(await stateOf(unit)).toBe(15);
    expect(await readingOf(unit)).toBeUndefined();
  });

  it('is recorded once if it comes twice, also at the same time', async () => {
    const unit = await aVerizonUnit();
    thingSpace.faults.set({ duplicateCallback: {} });
    await deactivated(unit);
    await until(() => posted.length === 2);
    const answers = await Promise.all([...posted, ...posted].map(post));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stepsOf(unit)).toHaveLength(3);
  });

  it('counts more for a quarter of an hour than the list of devices, which may lag behind it', async () => {
    const unit = await aVerizonUnit();
    const { UnitSerNum, iccid } = unit;
    expect((await post(await deactivated(unit))).status).toBe(200);
    const lag = () => thingSpace.put(simFor(iccid, { status: 'active', SIMOTADate: '2026-01-01T00:00:00.000Z' }));
    lag();
    const before = Date.now();
    await read(unit);
    expect(await stateOf(unit)).toBe(34);
    expect(await readingOf(unit)).toMatchObject({ round: 0 });
    expect(await call(sims.correctState, { UnitSerNum, slot: 1, as })).toMatchObject({ body: { corrected: false } });
    expect(await fleetReading(unit)).toEqual([]);

    thingSpace.put(simFor(iccid, { status: 'deactive' }));
    setClock(before + MINUTE);
    await read(unit);
    expect(await stateOf(unit)).toBe(15);
    expect(await readingOf(unit)).toBeUndefined();
    // The list goes back once more: the daily reading has the SIM read again, and finds nothing yet.
    lag();
    expect(await fleetReading(unit)).toEqual([]);
    expect(await readingOf(unit)).toMatchObject({ round: 0 });
    await read(unit);
    expect(await stateOf(unit)).toBe(15);
    setClock(before + SETTLING_MS + MINUTE);
    expect(await fleetReading(unit)).toMatchObject([{ stored: 15, told: 14 }]);
    await read(unit);
    expect(await stateOf(unit)).toBe(14);
  });

  it('of the next change is not seen in a list that may still lag behind the one before', async () => {
    const unit = await aVerizonUnit();
    const { UnitSerNum, iccid } = unit;
    const before = Date.now();
    expect((await post(await deactivated(unit))).status).toBe(200);
    await read(unit);
    expect(await stateOf(unit)).toBe(15);
    posted.length = 0;
    setClock(before + MINUTE);
    thingSpace.faults.set({ failedChange: {} });
    const on = { UnitSerNum, slot: 1, iccid, state: 14, acknowledged: ['activationFee'], as } as const;
    expect(await call(sims.changeState, { ...on, acknowledged: [...on.acknowledged] })).toMatchObject({
      body: { state: 34 },
    });
    await until(() => posted.length > 0);
    thingSpace.put(simFor(iccid, { status: 'active', SIMOTADate: '2026-01-01T00:00:00.000Z' }));
    await read(unit);
    expect([await stateOf(unit), (await stepsOf(unit)).at(-1)]).toEqual([34, { step: 'accepted' }]);
    // Its refusal does not make the list more trustworthy.
    expect((await post(posted[0]!)).status).toBe(200);
    expect((await stepsOf(unit)).at(-1)).toMatchObject({ step: 'refused' });
    await read(unit);
    expect(await stateOf(unit)).toBe(34);
    thingSpace.put(simFor(iccid, { status: 'deactive' }));
    await read(unit);
    expect(await stateOf(unit)).toBe(15);
  });

  it('says why the carrier refused it, and the SIM is as the carrier says', async () => {
    const unit = await aVerizonUnit();
    thingSpace.faults.set({ failedChange: {} });
    expect((await post(await deactivated(unit))).status).toBe(200);
    expect((await stepsOf(unit)).at(-1)).toEqual({
      step: 'refused',
      reason: 'The request could not be completed',
    });
    await read(unit);
    expect(await stateOf(unit)).toBe(14);
  });

  it('is known from a reading if it never comes, and is not recorded again when it comes late', async () => {
    const unit = await aVerizonUnit();
    const late = await deactivated(unit);
    await read(unit);
    const swept = [
      { step: 'asked' },
      { step: 'accepted' },
      { step: 'confirmed', reason: 'A reading of the SIM shows it' },
    ];
    expect(await stepsOf(unit)).toEqual(swept);
    expect(await stateOf(unit)).toBe(15);
    expect((await post(late)).status).toBe(200);
    expect(await stepsOf(unit)).toEqual(swept);
    expect(await readingOf(unit)).toBeUndefined();
  });

  it('that a reading shows does not confirm what somebody requested after the carrier was asked', async () => {
    const unit = await aVerizonUnit();
    await deactivated(unit);
    const { open: seen } = await carrierChangeStore.latestState(unit.iccid);
    const { data } = await CarrierChangeEntity.query.bySim({ iccid: unit.iccid }).go();
    setClock(Date.now() + MINUTE);
    const later = { reference: 'later', at: new Date().toISOString(), target: 14 };
    await CarrierChangeEntity.create({ ...data[0]!, ...later }).go();
    await carrierChangeStore.confirmByReading(seen!, Date.now() + MINUTE);
    expect((await stepsOf(unit)).map(({ step }) => step)).not.toContain('confirmed');
    expect(await carrierChangeStore.latestState(unit.iccid)).toMatchObject({ open: later });
  });

  it('is recorded after the request was given up, and does not hide a later request', async () => {
    const unit = await aVerizonUnit();
    const late = await deactivated(unit);
    thingSpace.faults.set({ status500: {} });
    const tomorrow = Date.now() + DAY + MINUTE;
    setClock(tomorrow);
    await read(unit);
    expect((await stepsOf(unit)).at(-1)).toMatchObject({ step: 'givenUp' });
    thingSpace.faults.set({});
    setClock(tomorrow + MINUTE);
    // As if somebody had asked again meanwhile.
    const { data } = await CarrierChangeEntity.query.bySim({ iccid: unit.iccid }).go();
    await CarrierChangeEntity.create({
      ...data[0]!,
      reference: 'later',
      at: new Date().toISOString(),
      target: 14,
    }).go();
    setClock(tomorrow + 2 * MINUTE);
    expect((await post(late)).status).toBe(200);
    expect((await stepsOf(unit)).at(-1)).toEqual({ step: 'confirmed' });
    await read(unit);
    expect(await stateOf(unit)).toBe(34);
  });
});

describe('a callback that is not the result of a request of ours', () => {
  it('is refused without the credentials of the registration, records nothing, and no log has them', async () => {
    const unit = await aVerizonUnit();
    const result = await deactivated(unit);
    const logged: string[] = [];
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(logger, level).mockImplementation((...facts) => void logged.push(JSON.stringify(facts)));
    for (const wrong of [{ password: 'guessed' }, { username: 'guessed' }, { password: undefined }])
      expect(await post({ ...result, ...wrong })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await stepsOf(unit)).toHaveLength(2);
    expect((await post(result)).status).toBe(200);
    vi.restoreAllMocks();
    expect(logged.join()).toContain(result.requestId);
    expect(logged.join()).not.toContain(result.password);
    expect(logged.join()).not.toContain('guessed');
  });

  it('is refused if it cannot be read, or is about a request or a SIM that is not ours', async () => {
    const unit = await aVerizonUnit();
    const result = await deactivated(unit);
    expect((await post({ ...result, deviceIds: [] })).status).toBe(422);
    expect((await post({ garbage: true })).status).toBe(422);
    expect((await post({ ...result, requestId: 'foreign' })).status).toBe(404);
    const deviceIds = [{ id: iccidOf(1, 1), kind: 'iccid' }];
    expect((await post({ ...result, deviceIds })).status).toBe(404);
    expect(await stepsOf(unit)).toHaveLength(2);
  });

  it('is limited by address, whatever it knows', async () => {
    const unit = await aVerizonUnit();
    const result = await deactivated(unit);
    await AttemptEntity.put({
      ...{ kind: 'carrierCallback', subject: '203.0.113.9', slotEnd: Date.now() + 1_000 },
      ...{ count: 300, expiresAt: 9_999_999_999 },
    }).go();
    const from = (sourceIp: string) => call(sims.thingSpaceResult, result, { sourceIp });
    setClock(Date.now() + 2 * MINUTE);
    expect((await from('203.0.113.9')).status).toBe(429);
    expect((await from('203.0.113.10')).status).toBe(200);
  });
});
