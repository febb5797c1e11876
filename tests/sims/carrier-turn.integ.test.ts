import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { CarrierChangeEntity } from '#data/sims/carriers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { auditOf } from '#support/audit.ts';
import { call } from '#support/call.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { heldOnceRecorded } from './held-once-recorded.ts';
import { servedCarriers } from './served-carriers.ts';

const FIRST = 9_100;
const { calls } = await servedCarriers({
  controlCenter: Array.from({ length: 20 }, (_, index) =>
    simFor(iccidOf(0, FIRST + index), { status: 'ACTIVATED', msisdn: '882350000006001' }),
  ),
  thingSpace: [],
  atAnyPace: true,
});
let as: UserRecord;

beforeAll(someDealers);
beforeEach(async () => {
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'UNIT_EDIT'] });
});

const POWERED = { lastPingTime: instant(TODAY), pingReason: 'Scheduled', acPower: true, lowpower: false };
let number = FIRST;
const aSimUnit = () => {
  const ICCID1 = iccidOf(0, number++);
  const inUse = { activeSimSlot: 0 as const, ActiveICCID: ICCID1, ActiveState: 14 };
  return aUnit({ dealer: 220, ...inUse, ICCID1, ICCID1State: 14, ICCID2: undefined, lastPing: POWERED });
};
const simOf = ({ UnitSerNum, ICCID1 }: UnitRecord) => ({ UnitSerNum, slot: 1 as const, iccid: ICCID1! });

const REQUESTS = [
  [
    'a state',
    (unit: UnitRecord) =>
      call(sims.changeState, {
        ...{
          ...simOf(unit),
          state: 15 as const,
          acknowledged: ['inoperable', 'activationFee', 'callerId'] as const,
          as,
        },
      } as never),
  ],
  ['a plan', (unit: UnitRecord) => call(sims.editCommunicationPlan, { ...simOf(unit), plan: 'M2M Small', as })],
  [
    'a text that restarts the unit',
    ({ UnitSerNum }: UnitRecord) => call(sims.smsMessage, { UnitSerNum, textMessage: 'Reboot', as }),
  ],
  ['a number', (unit: UnitRecord) => call(sims.requestDialableNumber, { ...simOf(unit), zipcode: '84097', as })],
] as const;

/** Makes the request, has something happen before the carrier has its turn for it, and returns the answer. */
async function during(
  request: (unit: UnitRecord) => ReturnType<typeof call>,
  happens: (unit: UnitRecord) => Promise<unknown>,
) {
  const unit = await aSimUnit();
  const held = heldOnceRecorded(unit.ICCID1!);
  const before = calls.length;
  const answer = request(unit);
  await held.isRecorded;
  await happens(unit);
  held.free();
  const { status, body } = (await answer) as { status: number; body: { message: string } };
  const changes = calls.slice(before).filter((one) => !one.startsWith('GET'));
  const { data: steps } = await CarrierChangeEntity.query.bySim({ iccid: unit.ICCID1! }).go({ consistent: true });
  const { data: stored } = await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go({ consistent: true });
  const [end] = (await auditOf('unit', unit.UnitSerNum)).filter(({ action }) => action === 'leave carrier unasked');
  return { unit, status, body, changes, steps: steps.map(({ step }) => step), state: stored?.ICCID1State, end };
}

const disabled = () => {
  const { UserKey, UserName, dealerPath } = as;
  return UserEntity.patch({ UserKey }).set({ UserName, dealerPath, UserStatus: 0 }).go();
};
const anAlarm = ({ UnitSerNum }: UnitRecord) =>
  AlarmEntity.put({
    ...{ UnitSerNum, event: `${new Date().toISOString()}~1`, version: 1, notes: [] },
    expiresAt: Math.ceil(Date.now() / 1000) + 1_000_000,
  }).go();
const moved = ({ UnitSerNum }: UnitRecord) =>
  UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();

const UNASKED = { changes: [], steps: ['asked', 'withdrawn'] };

describe.each(REQUESTS)('a carrier that has its turn for %s', (_, request) => {
  it('is not asked if the user was disabled meanwhile', async () => {
    const ENDED = 'The access with which this was asked for has ended';
    const told = await during(request, disabled);
    expect(told).toMatchObject({ ...UNASKED, status: 409, body: { message: ENDED }, state: 14 });
    expect(told.end).toMatchObject({ after: { reason: ENDED } });
  });

  it('is not asked if the unit has left the user meanwhile', async () => {
    expect(await during(request, moved)).toMatchObject({ ...UNASKED, status: 404 });
  });
});

// A new number takes no line away.
it.each(REQUESTS.filter(([name]) => name !== 'a number'))(
  'a carrier that has its turn for %s is not asked if the unit has raised an alarm meanwhile',
  async (_, request) => {
    const told = await during(request, anAlarm);
    expect(told).toMatchObject({ ...UNASKED, status: 409, state: 14 });
    expect(told.body.message).toMatch(/^An alarm of the unit is open/);
    expect(told.end).toMatchObject({ after: { reason: told.body.message } });
  },
);

it.each(REQUESTS)(
  'a carrier that has its turn for %s is not asked if the user cannot be read',
  async (what, request) => {
    let failing: ReturnType<typeof vi.spyOn> | undefined;
    const told = await during(request, async () => {
      failing = vi.spyOn(userStore, 'byKey').mockRejectedValue(new Error('The table does not answer'));
    }).finally(() => failing?.mockRestore());
    expect(told).toMatchObject({ ...UNASKED, status: 503, state: 14 });
    expect(told.end).toMatchObject({ after: { reason: 'The portal could not check whether it still may' } });
    if (what === 'a text that restarts the unit') expect((await request(told.unit)).status).toBe(200);
  },
);

it('a text that its carrier was not asked for does not count against the limit of the unit', async () => {
  const [, aText] = REQUESTS[2];
  const spies = [vi.spyOn(attemptStore, 'count'), vi.spyOn(attemptStore, 'undoCount')];
  await during(aText, anAlarm);
  const [counted, uncounted] = spies.map(({ mock }) => mock.calls.filter(([limit]) => limit.kind === 'textToUnit'));
  for (const spy of spies) spy.mockRestore();
  expect(counted).toHaveLength(1);
  expect(uncounted).toEqual(counted);
});
