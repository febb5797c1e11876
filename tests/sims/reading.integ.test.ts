import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sims } from '#core/sims/contract.ts';
import { type DueReading, pauseBefore } from '#core/sims/due-work.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { client } from '#data/kit/table.ts';
import { CarrierChangeEntity } from '#data/sims/carriers.ts';
import { SimReadingEntity } from '#data/sims/sim-readings.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { queueVariable } from '#platform/aws/needs.ts';
import { auditOf } from '#support/audit.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { followLater } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { servedCarriers } from './served-carriers.ts';

const FIRST = 8_000;
const NUMBERS = Array.from({ length: 60 }, (_, index) => FIRST + index);
const { controlCenter } = await servedCarriers({
  controlCenter: NUMBERS.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: [],
  atAnyPace: true,
});
const { url } = await aQueue();
process.env[queueVariable('sim-due')] = url;

let as: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
  stream = await aStreamReader();
});
// The leases of carriers' accounts are in the table, so time never goes back.
let now = Date.now();
const moveTo = (time: number) => {
  now = time;
  setClock(now);
};
beforeEach(() => {
  moveTo(now + MINUTE);
  controlCenter.faults.set({});
});

let number = FIRST;
type Unit = UnitRecord & { iccid: string };
/** A unit with a SIM of Telus in use, and one of AT&T in slot 2. */
async function aDualUnit(): Promise<Unit> {
  const [ICCID1, iccid] = [iccidOf(2, number), iccidOf(0, number)];
  number += 1;
  const unit = await aUnit({
    ...{ dealer: 220, activeSimSlot: 0, ActiveICCID: ICCID1, ICCID1, ICCID1State: 14, ICCID1Carrier: 2 },
    ...{ ICCID2: iccid, ICCID2State: 14, ICCID2Carrier: 0 },
  });
  return { ...unit, iccid };
}
const switchOff = ({ UnitSerNum, iccid }: Unit) =>
  call(sims.changeState, { UnitSerNum, slot: 2, iccid, state: 15, acknowledged: ['activationFee'], as });
const stateOf = async ({ UnitSerNum }: Unit) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!.ICCID2State;
const readingOf = async ({ UnitSerNum, iccid }: Unit) =>
  (await SimReadingEntity.get({ UnitSerNum, iccid }).go({ consistent: true })).data ?? undefined;
const BY_HAND = { why: 'unitPage', actorName: expect.any(String) };
const changesOf = async ({ iccid }: Unit) => (await CarrierChangeEntity.query.bySim({ iccid }).go()).data;
const stepsOf = async (unit: Unit) => (await changesOf(unit)).map(({ step, reason }) => [step, reason]);
const originsOf = async (unit: Unit) =>
  (await changesOf(unit)).map(
    ({ origin }) => origin && { why: origin.why, actorKey: origin.actorKey, actorName: origin.actorName },
  );
const correctionsOf = async ({ UnitSerNum }: Unit) =>
  (await auditOf('unit', UnitSerNum)).filter(({ action }) => action === 'correct SIM state');

const deliver = async ({ UnitSerNum, iccid, since, round }: Omit<DueReading, 'work'>) => {
  const body = JSON.stringify({ work: 'read', UnitSerNum, iccid, since, round });
  const record = { body, messageId: randomUUID(), messageAttributes: {} } as unknown as Parameters<typeof eventOf>[0];
  expect(await invoke('on-sim-due', eventOf(record))).toEqual({ batchItemFailures: [] });
};
/** Lets the time of the next reading come, and its message twice. False if there is none. */
async function readNext(unit: Unit): Promise<boolean> {
  const due = await readingOf(unit);
  if (!due) return false;
  moveTo(now + pauseBefore(due.round));
  for (let times = 0; times < 2; times++) await deliver(due);
  return true;
}
/** Lets all readings come; from the fourth on, each comes a day late. Returns how many there were. */
async function readToTheEnd(unit: Unit): Promise<number> {
  let readings = 0;
  while (await readNext(unit)) {
    readings += 1;
    if (readings > 2) moveTo(now + DAY);
  }
  return readings;
}

describe('a SIM whose carrier was asked for another state', () => {
  it('is read a minute later, once however often the message comes, and stays as it is when the carrier has done it', async () => {
    await stream.next();
    const unit = await aDualUnit();
    expect((await switchOff(unit)).status).toBe(200);
    moveTo(now + MINUTE);
    await followLater(await stream.next());
    const messages = await takeAll(url);
    expect(messages).toHaveLength(1);
    for (let times = 0; times < 2; times++)
      expect(await invoke('on-sim-due', eventOf(messages[0]!))).toEqual({ batchItemFailures: [] });
    expect(await stateOf(unit)).toBe(15);
    expect(await readingOf(unit)).toBeUndefined();
    expect(await correctionsOf(unit)).toEqual([]);
  });

  it('stays as the carrier has confirmed it while a reading contradicts that, for a quarter of an hour', async () => {
    const unit = await aDualUnit();
    expect((await switchOff(unit)).status).toBe(200);
    controlCenter.put(simFor(unit.iccid, { status: 'ACTIVATED' }));
    for (let readings = 0; readings < 3; readings++) {
      expect(await readNext(unit)).toBe(true);
      expect([await stateOf(unit), await correctionsOf(unit)]).toEqual([15, []]);
    }
    expect(await readToTheEnd(unit)).toBe(1);
    expect(await stateOf(unit)).toBe(14);
    expect(await correctionsOf(unit)).toHaveLength(1);
  });

  it('gets the state that the carrier says, though its answer was lost', async () => {
    const unit = await aDualUnit();
    controlCenter.faults.set({ status500: {} });
    expect((await switchOff(unit)).status).toBe(503);
    expect(await stateOf(unit)).toBe(34);
    controlCenter.faults.set({});
    expect(await readToTheEnd(unit)).toBe(1);
    expect(await stateOf(unit)).toBe(14);
    expect(await correctionsOf(unit)).toMatchObject([
      { before: { ICCID2State: 34 }, after: { ICCID2State: 14 }, actorKey: SYSTEM.userKey },
    ]);
    expect(await stepsOf(unit)).toEqual([
      ['asked', undefined],
      ['unknown', expect.any(String)],
      ['givenUp', 'The carrier did not answer, and a reading of the SIM does not show it'],
    ]);
  });

  it('is done if a reading shows so, though the answer of the carrier was lost', async () => {
    const unit = await aDualUnit();
    controlCenter.faults.set({ status500: {} });
    await switchOff(unit);
    controlCenter.faults.set({});
    controlCenter.put(simFor(unit.iccid, { status: 'DEACTIVATED' }));
    await readToTheEnd(unit);
    expect(await stateOf(unit)).toBe(15);
    expect((await stepsOf(unit)).at(-1)).toEqual(['confirmed', 'A reading of the SIM shows it']);
  });

  it('is given up after a day in which the carrier never answered, once', async () => {
    const unit = await aDualUnit();
    controlCenter.faults.set({ status500: {} });
    await switchOff(unit);
    await readToTheEnd(unit);
    expect((await stepsOf(unit)).map(([step]) => step)).toEqual(['asked', 'unknown', 'givenUp']);
    expect(await originsOf(unit)).toEqual(Array.from({ length: 3 }, () => ({ ...BY_HAND, actorKey: as.UserKey })));
  });

  it('is read again while the carrier is down', async () => {
    const unit = await aDualUnit();
    controlCenter.faults.set({ status500: {} });
    await switchOff(unit);
    for (let readings = 0; readings < 3; readings++) expect(await readNext(unit)).toBe(true);
    expect(await readingOf(unit)).toMatchObject({ round: 3 });
    expect(await stateOf(unit)).toBe(34);
    controlCenter.faults.set({});
    expect(await readToTheEnd(unit)).toBe(1);
    expect(await stateOf(unit)).toBe(14);
  });

  it('is given up after a day in which the carrier did not do what it had accepted', async () => {
    const unit = await aDualUnit();
    expect((await switchOff(unit)).status).toBe(200);
    // As if the carrier had accepted the change and then lost it.
    const { UnitSerNum, iccid } = unit;
    const at = instant(now);
    await CarrierChangeEntity.create({
      ...{ stepId: 'z', reference: 'lost', step: 'accepted', at, carrier: 0, iccid, action: 'state', target: 14 },
      expiresAt: 9_999_999_999,
    }).go();
    await UnitEntity.patch({ UnitSerNum }).set({ ICCID2State: 34 }).go();
    for (let readings = 0; readings < 2; readings++) await readNext(unit);
    expect(await stateOf(unit)).toBe(34);
    expect(await correctionsOf(unit)).toEqual([]);
    expect(await readToTheEnd(unit)).toBe(4);
    expect(await stateOf(unit)).toBe(15);
    expect(await correctionsOf(unit)).toHaveLength(1);
    const { data } = await CarrierChangeEntity.query.bySim({ iccid }).go({ order: 'desc', limit: 1 });
    expect(data[0]).toMatchObject({ step: 'givenUp', reason: 'The carrier has not done it within a day' });
  });

  it('is read for the latest change only', async () => {
    const unit = await aDualUnit();
    await switchOff(unit);
    const first = await readingOf(unit);
    moveTo(now + 1_000);
    const on = { slot: 2 as const, state: 14 as const, acknowledged: ['activationFee' as const], as };
    expect((await call(sims.changeState, { UnitSerNum: unit.UnitSerNum, iccid: unit.iccid, ...on })).status).toBe(200);
    await deliver(first!);
    expect(await readingOf(unit)).toMatchObject({ round: 0, since: instant(now) });
    await readToTheEnd(unit);
    expect(await stateOf(unit)).toBe(14);
  });

  it('that another SIM has replaced is not read', async () => {
    const unit = await aDualUnit();
    await switchOff(unit);
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum })
      .set({ ICCID2: iccidOf(0, 8_059), ICCID2State: 34 })
      .go();
    expect(await readToTheEnd(unit)).toBe(1);
    expect(await stateOf(unit)).toBe(34);
  });
});

describe('a process that dies while it changes a SIM', () => {
  it('leaves a SIM whose stored state is the carrier’s after its readings, and asks for nothing twice', async () => {
    let ended = false;
    let died = 0;
    for (let last = 1; !ended; last++) {
      const unit = await aDualUnit();
      let calls = 0;
      client.middlewareStack.add(
        (next) => async (args) => {
          // From the transaction on that stores who asked.
          if (calls > 0 || 'TransactItems' in args.input) calls += 1;
          if (calls >= last) throw new Error('died');
          return next(args);
        },
        { step: 'initialize', name: 'death' },
      );
      const answer = await switchOff(unit).catch(() => ({ status: 0 }));
      client.middlewareStack.remove('death');
      ended = answer.status === 200 && calls < last;
      if (!ended) died += 1;
      await readToTheEnd(unit);
      const carriers = controlCenter.sim(unit.iccid)?.status === 'DEACTIVATED' ? 15 : 14;
      expect({ last, state: await stateOf(unit) }).toEqual({ last, state: carriers });
      const steps = (await stepsOf(unit)).map(([step]) => step);
      expect(steps.filter((step) => step === 'asked').length).toBeLessThanOrEqual(1);
      if (steps.length > 0) expect(['confirmed', 'givenUp']).toContain(steps.at(-1));
      moveTo(now + MINUTE);
    }
    expect(died).toBeGreaterThan(5);
  });
});
