import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Carrier } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { client } from '#data/kit/table.ts';
import { CarrierChangeEntity, CarrierTurnEntity } from '#data/sims/carriers.ts';
import { SimReadingEntity } from '#data/sims/sim-readings.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { servedCarriers } from './served-carriers.ts';

const FIRST = 6_500;
const numbers = Array.from({ length: 60 }, (_, index) => FIRST + index);
const line = { dateActivated: '2026-01-02T00:00:00.000Z', SIMOTADate: '2026-01-03T00:00:00.000Z' };
const { controlCenter, thingSpace, calls } = await servedCarriers({
  controlCenter: numbers.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: numbers.map((number) => simFor(iccidOf(1, number), { status: 'active', ...line })),
  timeScale: 20_000,
});
const SERVERS = [controlCenter.url, thingSpace.url];

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
});

type When = 'before' | 'after';
const send = globalThis.fetch;
afterEach(() => revive());

/**
 * Runs work in a process that dies before or after its call of a carrier with this number: it stands still, and nothing leaves it any more. Returns whether it
 * died.
 */
async function dyingAt(number: number, when: When, work: () => Promise<unknown>): Promise<boolean> {
  let [made, dead] = [0, false];
  const death = Promise.withResolvers<true>();
  const died = (): Promise<never> => {
    dead = true;
    death.resolve(true);
    return new Promise(() => {});
  };
  globalThis.fetch = async (input, init) => {
    if (dead) return died();
    if (!SERVERS.some((server) => String(input).startsWith(server))) return send(input, init);
    made += 1;
    const isLast = made === number;
    if (isLast && when === 'before') return died();
    const answer = await send(input, init);
    return isLast ? died() : answer;
  };
  client.middlewareStack.add((next) => async (args) => (dead ? died() : next(args)), {
    step: 'initialize',
    name: 'killed',
  });
  const hasDied = await Promise.race([death.promise, work().then(() => false)]);
  revive();
  return hasDied;
}

function revive(): void {
  globalThis.fetch = send;
  client.middlewareStack.remove('killed');
}

/** As if the lease of the killed process were over. */
const endLeases = () =>
  Promise.all([0, 2].map((one) => CarrierTurnEntity.delete({ account: `control-center-${one}` }).go()));

let number = FIRST;
type Unit = UnitRecord & { iccid: string; slot: 1 | 2; carrier: Carrier };
/** A unit with a SIM of AT&T and one of Verizon. `iccid` is the SIM of this carrier, the unit uses the other one. */
async function aDualUnit(carrier: 0 | 1, state = 14): Promise<Unit> {
  const [att, verizon] = [iccidOf(0, number), iccidOf(1, number)];
  number += 1;
  const ActiveICCID = carrier === 0 ? verizon : att;
  const unit = await aUnit({
    ...{ dealer: 220, activeSimSlot: carrier === 0 ? 1 : 0, ActiveICCID, ActiveState: 14 },
    ...{ ICCID1: att, ICCID1State: carrier === 0 ? state : 14, ICCID1Carrier: 0 },
    ...{ ICCID2: verizon, ICCID2State: carrier === 1 ? state : 14, ICCID2Carrier: 1 },
  });
  return { ...unit, carrier, iccid: carrier === 0 ? att : verizon, slot: carrier === 0 ? 1 : 2 };
}
const stateOf = async ({ UnitSerNum, slot }: Unit) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data![`ICCID${slot}State`];
const statusOf = ({ carrier, iccid }: Unit) => (carrier === 0 ? controlCenter : thingSpace).sim(iccid)!.status;

const messageOf = (work: object) =>
  eventOf({ body: JSON.stringify(work), messageId: 'm', messageAttributes: {} } as never);
const handled = async (work: object): Promise<boolean> => {
  const answer = (await invoke('on-sim-due', messageOf(work)).catch(() => undefined)) as
    | { batchItemFailures: unknown[] }
    | undefined;
  return answer?.batchItemFailures.length === 0;
};

/** Delivers a message like the queue: again until it is handled, and then once more. */
async function deliver(work: object): Promise<void> {
  await expect.poll(() => handled(work), { timeout: 20_000 }).toBe(true);
  expect(await handled(work)).toBe(true);
}

/** Reads the SIM as the queue does, until its carrier is done. */
async function readToTheEnd({ UnitSerNum, iccid }: Unit): Promise<void> {
  for (;;) {
    const { data } = await SimReadingEntity.get({ UnitSerNum, iccid }).go({ consistent: true });
    if (!data) return;
    await deliver({ work: 'read', UnitSerNum, iccid, since: data.since, round: data.round });
  }
}

/** How often the carriers were asked to change something since. */
const changes = (since: number) =>
  calls.slice(since).filter((one) => /^PUT \/rws|actions\/(activate|deactivate|restore)$/.test(one));

/** Runs `work` on a new unit for each call of a carrier that it makes, killed before and after it. `again` is what follows later. */
async function killAtEachCall(
  carrier: 0 | 1,
  {
    unit,
    work,
    again,
  }: { unit(): Promise<Unit>; work(unit: Unit): Promise<unknown>; again(unit: Unit): Promise<unknown> },
  expected: { state: readonly (number | undefined)[]; status: string },
): Promise<number> {
  let deaths = 0;
  for (let at = 1, isOver = false; !isOver; at++)
    for (const when of ['before', 'after'] as const) {
      const one = await unit();
      const since = calls.length;
      isOver = !(await dyingAt(at, when, () => work(one)));
      await endLeases();
      if (!isOver) deaths += 1;
      await again(one);
      await readToTheEnd(one);
      const happened = { at, when, carrier, changes: changes(since), status: statusOf(one) };
      expect(happened).toMatchObject({ changes: [expect.any(String)], status: expected.status });
      expect(expected.state).toContain(await stateOf(one));
      const { data } = await CarrierChangeEntity.query.bySim({ iccid: one.iccid }).go();
      // What the ledger says last is that it was done.
      expect({ at, when, steps: data.map(({ step }) => step) }).toMatchObject({
        steps: expect.arrayContaining(['confirmed']),
      });
      if (isOver) break;
    }
  return deaths;
}

describe('a worker that is killed before or after a call of a carrier', () => {
  it.each([[0, 'DEACTIVATED'] as const, [1, 'deactive'] as const])(
    'deactivates a marked SIM of carrier %i once',
    async (carrier, status) => {
      const marked = async () => {
        const unit = await aDualUnit(carrier);
        const { UnitSerNum, iccid } = unit;
        await ask(sims.deactivateOnStartUp, { UnitSerNum, iccid, acknowledged: ['activationFee', 'callerId'], as });
        return unit;
      };
      const due = ({ UnitSerNum, iccid }: Unit) => ({ work: 'deactivate', UnitSerNum, iccid });
      const deaths = await killAtEachCall(
        carrier,
        { unit: marked, work: (unit) => handled(due(unit)), again: (unit) => deliver(due(unit)) },
        { state: [15], status },
      );
      expect(deaths).toBeGreaterThan(8);
    },
    240_000,
  );

  it('reads a SIM that its carrier has changed, and asks for nothing', async () => {
    for (const when of ['before', 'after'] as const)
      for (const at of [1, 2, 3]) {
        const unit = await aDualUnit(0, 34);
        const { UnitSerNum, iccid } = unit;
        const since = instant(Date.now());
        await SimReadingEntity.put({ UnitSerNum, iccid, since, round: 0, expiresAt: 9_999_999_999 }).go();
        const before = calls.length;
        const work = () => handled({ work: 'read', UnitSerNum, iccid, since, round: 0 });
        expect(await dyingAt(at, when, work)).toBe(true);
        await endLeases();
        await readToTheEnd(unit);
        expect(await stateOf(unit)).toBe(14);
        expect(changes(before)).toEqual([]);
      }
  }, 120_000);
});

describe('a call that is killed before or after a call of the carrier', () => {
  it('activates a line of Verizon once, when the person asks again', async () => {
    const off = async () => {
      const unit = await aDualUnit(1, 15);
      thingSpace.put(simFor(unit.iccid, { status: 'deactive', ...line }));
      return unit;
    };
    const activate = ({ UnitSerNum, iccid, slot }: Unit) =>
      call(sims.changeState, { UnitSerNum, slot, iccid, state: 14, acknowledged: ['activationFee'], as });
    const deaths = await killAtEachCall(
      1,
      {
        unit: off,
        work: activate,
        again: async (unit) => expect((await activate(unit)).status).toBe(200),
      },
      { state: [14, 36], status: 'active' },
    );
    expect(deaths).toBeGreaterThan(2);
  }, 240_000);
});
