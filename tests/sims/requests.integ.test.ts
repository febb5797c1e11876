import { beforeAll, expect, it } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { CarrierChangeEntity, carrierChangeStore } from '#data/sims/carriers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { servedCarriers } from './served-carriers.ts';

const [ATT, TELUS, MOVED] = [iccidOf(0, 8_500), iccidOf(2, 8_501), iccidOf(0, 8_502)] as const;
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
