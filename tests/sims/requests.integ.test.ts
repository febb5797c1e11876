import { beforeAll, expect, it } from 'vitest';
import type { CarrierRequest } from '#core/sims/carrier-request.ts';
import { sims } from '#core/sims/contract.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { CarrierChangeEntity, carrierChangeStore } from '#data/sims/carriers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { loseAnswer } from '#support/table-faults.ts';
import { servedCarriers } from './served-carriers.ts';

const [ATT, TELUS, MOVED] = [iccidOf(0, 8_500), iccidOf(2, 8_501), iccidOf(0, 8_502)] as const;
const [MANY, OTHER, TEXTED, SETTLED, LOST] = [8_503, 8_504, 8_505, 8_506, 8_507].map((number) =>
  iccidOf(0, number),
) as [string, string, string, string, string];
await servedCarriers({
  controlCenter: [ATT, TELUS, MOVED].map((iccid) => simFor(iccid, { status: 'ACTIVATED' })),
  thingSpace: [],
});
beforeAll(someDealers);

it('the requests to the carriers of a unit say who asked, why, and how far they have got', async () => {
  const as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
  const { UnitSerNum } = await aUnit({ dealer: 220, ICCID1: ATT, ICCID1State: 14, ICCID2: TELUS, ICCID2State: 14 });
  const now = Date.now();
  // As stored before who asked was recorded. Its worker was killed.
  const plan = { carrier: 2, iccid: TELUS, action: 'plan', plan: 'Telus M2M' } as const;
  await carrierChangeStore.record({ ...plan, reference: 'old', step: 'asked', at: instant(now - DAY) });
  const acknowledged = ['inoperable', 'activationFee', 'callerId'] as const;
  const off = { UnitSerNum, slot: 1, iccid: ATT, state: 15, acknowledged: [...acknowledged], as } as const;
  await ask(sims.changeState, { ...off, acknowledged: [...acknowledged], why: 'difference' });
  setClock(now + MINUTE);
  const { items } = await ask(sims.requests, { id: UnitSerNum, as });
  expect(items).toMatchObject([
    {
      ...{ iccid: ATT, carrier: 0, action: 'state', target: 15, step: 'confirmed' },
      origin: { why: 'difference', actorKey: as.UserKey, actorName: as.UserName, asUserKey: as.UserKey },
    },
    { iccid: TELUS, carrier: 2, action: 'plan', plan: 'Telus M2M', step: 'givenUp', origin: null },
  ]);
});

it('a step is recorded once, without a failure, although the table gave no answer to its write', async () => {
  const isLost = loseAnswer('PutItemCommand');
  const asked = { carrier: 0, iccid: LOST, action: 'state', target: 14, step: 'asked' } as const;
  await carrierChangeStore.record({ ...asked, reference: 'lost', at: instant(Date.now()) });
  expect(isLost()).toBe(true);
  const { data } = await CarrierChangeEntity.query.bySim({ iccid: LOST }).go();
  expect(data).toMatchObject([{ reference: 'lost', step: 'asked' }]);
});

it('a later dealer of the unit does not see what an earlier one asked', async () => {
  const as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
  const { UnitSerNum } = await aUnit({ dealer: 220, ICCID1: MOVED, ICCID1State: 14, ICCID2: '' });
  await ask(sims.editCommunicationPlan, { UnitSerNum, slot: 1, iccid: MOVED, plan: 'ATT M2M Data', as });
  expect((await ask(sims.requests, { id: UnitSerNum, as })).items).toHaveLength(1);
  const plan = { carrier: 0, iccid: MOVED, action: 'plan', plan: 'Old' } as const;
  await carrierChangeStore.record({ ...plan, reference: 'before', step: 'asked', at: instant(Date.now() - DAY) });
  const moved = {
    DealerKey: 49,
    dealerPath: '/1/49/',
    formerDealers: [{ DealerKey: 220, until: instant(Date.now() + 1) }],
  };
  await UnitEntity.patch({ UnitSerNum }).set(moved).go();
  const later = await aUser({ dealer: 49, flags: ['SIM'] });
  expect((await ask(sims.requests, { id: UnitSerNum, as: later })).items).toEqual([]);
  expect((await CarrierChangeEntity.query.bySim({ iccid: MOVED }).go()).data).not.toEqual([]);
});

/** Records a step of a request, so many minutes after the begin of the test's day. */
const step = (iccid: string, reference: string, minute: number, fields: Partial<Recorded> = {}) =>
  carrierChangeStore.record({
    ...{ iccid, reference, carrier: 0, action: 'sms', step: 'asked' },
    ...{ at: instant(DAY_OF_TEST + minute * MINUTE), ...fields },
  });
type Recorded = Parameters<typeof carrierChangeStore.record>[0];
const DAY_OF_TEST = Date.parse('2026-11-20T00:00:00.000Z');

async function texts(iccid: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await step(iccid, `text ${index}`, 10 + index);
    await step(iccid, `text ${index}`, 10 + index, {
      step: 'accepted',
      at: instant(DAY_OF_TEST + (10.5 + index) * MINUTE),
    });
  }
}

it('the pages of requests have each request of both SIMs once and whole, also one that ended long after', async () => {
  const as = await aUser({ dealer: 22, flags: ['SIM'] });
  const { UnitSerNum: id } = await aUnit({ dealer: 220, ICCID1: MANY, ICCID2: OTHER });
  await step(MANY, 'refused late', 1, { action: 'state', target: 15 });
  await step(OTHER, 'of the other SIM', 2);
  await step(OTHER, 'of the other SIM', 3, { step: 'accepted' });
  await texts(MANY, 120);
  await step(MANY, 'refused late', 200, { action: 'state', target: 15, step: 'refused', reason: 'No such line' });

  for (const pageSize of [1, 7, 50, 122, 1000]) {
    const seen: CarrierRequest[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask(sims.requests, { id, pageSize, ...(cursor && { cursor }), as });
      expect(page.items.length).toBe(Math.min(pageSize, 122 - seen.length));
      seen.push(...page.items);
      cursor = page.cursor ?? undefined;
    } while (cursor);
    const wanted = [
      ...Array.from({ length: 120 }, (_, index) => `text ${119 - index}`),
      'of the other SIM',
      'refused late',
    ];
    expect(seen.map(({ reference }) => reference)).toEqual(wanted);
    expect(seen.slice(0, 121).every((one) => one.step === 'accepted')).toBe(true);
    expect(seen.at(-1)).toMatchObject({
      step: 'refused',
      reason: 'No such line',
      askedAt: instant(DAY_OF_TEST + MINUTE),
    });
  }
});

it('the latest request for a state is seen below any number of other requests, with the confirmation before it', async () => {
  await step(TEXTED, 'confirmed before', 0, { action: 'state', target: 14 });
  await step(TEXTED, 'confirmed before', 1, { action: 'state', target: 14, step: 'confirmed' });
  await step(TEXTED, 'open', 2, { action: 'state', target: 15 });
  await step(TEXTED, 'open', 3, { action: 'state', target: 15, step: 'accepted' });
  await texts(TEXTED, 110);
  expect(await carrierChangeStore.latestState(TEXTED)).toMatchObject({
    open: { reference: 'open', step: 'accepted' },
    confirmed: { reference: 'confirmed before' },
  });
  await step(SETTLED, 'refused', 2, { action: 'state', target: 15 });
  await step(SETTLED, 'refused', 3, { action: 'state', target: 15, step: 'refused' });
  await texts(SETTLED, 60);
  expect(await carrierChangeStore.latestState(SETTLED)).toEqual({ confirmed: undefined });
});
