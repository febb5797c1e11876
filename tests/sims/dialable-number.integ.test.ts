import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { CarrierChangeEntity, carrierTurnStore } from '#data/sims/carriers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { heldOnceRecorded } from './held-once-recorded.ts';
import { servedCarriers } from './served-carriers.ts';

const MACHINE = '882350000006001';
const [WITHOUT, WITH, OFF, TELUS, VERIZON, GARBLED, TWICE, LEFT, BUSY] = [
  iccidOf(0, 8001),
  iccidOf(0, 8002),
  iccidOf(0, 8003),
  iccidOf(2, 8004),
  iccidOf(1, 8005),
  iccidOf(0, 8006),
  iccidOf(0, 8007),
  iccidOf(0, 8008),
  iccidOf(0, 8009),
] as const;
const { controlCenter, calls } = await servedCarriers({
  controlCenter: [
    ...[WITHOUT, GARBLED, TWICE, LEFT, BUSY].map((iccid) => simFor(iccid, { status: 'ACTIVATED', msisdn: MACHINE })),
    simFor(WITH, { status: 'ACTIVATED', msisdn: '18015550101' }),
    simFor(OFF, { status: 'DEACTIVATED', msisdn: MACHINE }),
    simFor(TELUS, { status: 'ACTIVATED', msisdn: MACHINE }),
  ],
  thingSpace: [simFor(VERIZON, { status: 'active', msisdn: MACHINE })],
});
let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
});

const request = async (iccid: string, more: object = {}) => {
  const { UnitSerNum } = await aUnit({ dealer: 220, ICCID1: iccid, ICCID1State: 14 });
  const answer = await call(sims.requestDialableNumber, {
    ...{ UnitSerNum, slot: 1 as const, iccid, zipcode: '84097', as },
    ...more,
  });
  return { UnitSerNum, answer };
};

it('a number that people can dial is requested over SOAP, and is there at the next reading [P2-C36]', async () => {
  const { UnitSerNum, answer } = await request(WITHOUT);
  expect(answer).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
  expect(controlCenter.sim(WITHOUT)?.msisdn).toMatch(/^1801\d{7}$/);
  const { slot1 } = await ask(sims.simData, { id: UnitSerNum, as });
  expect(slot1).toMatchObject({ deviceDetails: { msisdn: controlCenter.sim(WITHOUT)!.msisdn }, voiceNotReady: false });
  expect(await auditOf('unit', UnitSerNum)).toMatchObject([
    { action: 'ask for dialable number', dealerKey: 220, after: { zipcode: '84097', iccid: WITHOUT } },
  ]);
  const { data } = await CarrierChangeEntity.query.bySim({ iccid: WITHOUT }).go();
  expect(data.map(({ action, step }) => [action, step])).toEqual([
    ['number', 'asked'],
    ['number', 'accepted'],
  ]);
  for (const { origin } of data) expect(origin).toMatchObject({ why: 'unitPage', actorKey: as.UserKey });
});

it('a line with such a number, one of Verizon, and one that is switched off get none', async () => {
  expect((await request(WITH)).answer).toMatchObject({ status: 200, body: { outcome: 'done' } });
  expect(controlCenter.sim(WITH)?.msisdn).toBe('18015550101');
  expect((await request(VERIZON)).answer).toMatchObject({
    status: 422,
    body: { message: 'Verizon gives a line its number with the activation' },
  });
  expect((await request(OFF)).answer).toMatchObject({
    status: 409,
    body: { message: 'AT&T refused: The terminal is not activated' },
  });
});

it('a carrier without the credentials of its SOAP interface is not asked', async () => {
  for (let time = 0; time < 2; time++)
    expect((await request(TELUS)).answer).toMatchObject({
      status: 503,
      body: { message: 'The SOAP interface of Telus is not set up yet' },
    });
  expect(controlCenter.sim(TELUS)?.msisdn).toBe(MACHINE);
});

it('a ZIP code that is none, another SIM, and a foreign unit are refused', async () => {
  expect((await request(WITHOUT, { zipcode: '840' })).answer.status).toBe(422);
  expect((await request(WITHOUT, { iccid: WITH })).answer.status).toBe(409);
  const foreign = await aUser({ dealer: 49, flags: ['SIM_EDIT'] });
  expect((await request(WITHOUT, { as: foreign })).answer.status).toBe(404);
});

it('an answer that cannot be read leaves the outcome open, and the request is not repeated', async () => {
  controlCenter.faults.set({ wrongAnswer: { path: '/ws/service/Terminal' } });
  const { answer } = await request(GARBLED);
  controlCenter.faults.set({});
  expect(answer.status).toBe(503);
  const { data } = await CarrierChangeEntity.query.bySim({ iccid: GARBLED }).go();
  expect(data.map(({ step }) => step)).toEqual(['asked', 'unknown']);
});

const SOON = {
  status: 409,
  body: { message: 'A number was requested for this SIM less than a day ago. The carrier gives it later' },
};
const orders = () => calls.filter((one) => one.includes('/ws/service/')).length;

it('of two requests for one SIM at once, its carrier gets one', async () => {
  const { UnitSerNum } = await aUnit({ dealer: 220, ICCID1: TWICE, ICCID1State: 14 });
  const wish = { UnitSerNum, slot: 1 as const, iccid: TWICE, zipcode: '84097', as };
  const held = heldOnceRecorded(TWICE);
  const before = orders();
  const first = call(sims.requestDialableNumber, wish);
  await held.isRecorded;
  expect(await call(sims.requestDialableNumber, wish)).toMatchObject(SOON);
  held.free();
  expect(await first).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
  expect(orders() - before).toBe(1);
});

it('a request whose outcome is open is not repeated within a day; one that was refused, or not made, can be', async () => {
  expect((await request(GARBLED)).answer).toMatchObject(SOON);
  expect((await request(OFF)).answer).toMatchObject({
    status: 409,
    body: { message: 'AT&T refused: The terminal is not activated' },
  });
  const { UnitSerNum, DealerKey, dealerPath } = await aUnit({ dealer: 220, ICCID1: LEFT, ICCID1State: 14 });
  const wish = { UnitSerNum, slot: 1 as const, iccid: LEFT, zipcode: '84097', as };
  const moveTo = (to: { DealerKey: number; dealerPath: string }) => UnitEntity.patch({ UnitSerNum }).set(to).go();
  const held = heldOnceRecorded(LEFT);
  const first = call(sims.requestDialableNumber, wish);
  await held.isRecorded;
  await moveTo({ DealerKey: 49, dealerPath: '/1/49/' });
  held.free();
  expect((await first).status).toBe(404);
  await moveTo({ DealerKey, dealerPath });
  expect(await call(sims.requestDialableNumber, wish)).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
});

it('a request that got no turn at its account in 15 s was not made, and can be repeated', async () => {
  const { UnitSerNum } = await aUnit({ dealer: 220, ICCID1: BUSY, ICCID1State: 14 });
  const wish = { UnitSerNum, slot: 1 as const, iccid: BUSY, zipcode: '84097', as };
  const { take } = carrierTurnStore;
  let turns = 0;
  const steady = vi.spyOn(performance, 'now');
  onTestFinished(() => steady.mockRestore());
  const busy = vi.spyOn(carrierTurnStore, 'take').mockImplementation(async (...given) => {
    // The SIM is read in three calls.
    if (turns++ < 3) return take(...given);
    steady.mockReturnValue(performance.timeOrigin + turns * MINUTE);
    return undefined;
  });
  const before = orders();
  const answer = await call(sims.requestDialableNumber, wish);
  expect(new Set(busy.mock.calls.map(([, asker]) => asker))).toEqual(new Set(['22']));
  busy.mockRestore();
  expect(answer).toMatchObject({ status: 429, body: { message: 'The carrier is busy. Try again in a moment' } });
  const { data } = await CarrierChangeEntity.query.bySim({ iccid: BUSY }).go({ consistent: true });
  expect(data.map(({ step }) => step)).toEqual(['asked', 'withdrawn']);
  expect(await call(sims.requestDialableNumber, wish)).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
  expect(orders() - before).toBe(1);
});
