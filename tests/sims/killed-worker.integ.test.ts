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
  atAnyPace: true,
});
const SERVERS = [controlCenter.url, thingSpace.url];

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT'] });
});

/** Before or after a call of a carrier: the one with this number, or the one that changes a SIM. */
type Death = { at: number | 'change'; when: 'before' | 'after' };
const send = globalThis.fetch;
afterEach(() => revive());

const isChange = (url: string, method = 'GET') =>
  (method === 'PUT' && url.includes('/rws/')) || /actions\/(activate|deactivate|restore)$/.test(url);

/** Runs work in a process that dies: from then on nothing leaves it. Returns whether it died. */
async function dying({ at, when }: Death, work: () => Promise<unknown>): Promise<boolean> {
  let [made, dead] = [0, false];
  const die = () => {
    dead = true;
    throw new Error('Killed');
  };
  globalThis.fetch = async (input, init) => {
    if (dead) throw new Error('Killed');
    const url = String(input);
    if (!SERVERS.some((server) => url.startsWith(server))) return send(input, init);
    made += 1;
    const isLast = at === 'change' ? isChange(url, init?.method) : made === at;
    if (isLast && when === 'before') die();
    const answer = await send(input, init);
    if (isLast) die();
    return answer;
  };
  client.middlewareStack.add((next) => async (args) => (dead ? die() : next(args)), {
    step: 'initialize',
    name: 'killed',
  });
  await work().catch(() => undefined);
  revive();
  return dead;
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

/** What the carriers were asked to change since. */
const changes = (since: number) =>
  calls.slice(since).filter((one) => {
    const [method, path = ''] = one.split(' ');
    return isChange(path, method);
  });

/** `npm run test:deep` also dies before each call: after the one before it, the rest of the work between both is missing. */
const WHEN = process.env.TEST_DEPTH === 'deep' ? (['before', 'after'] as const) : (['after'] as const);

/** Runs `work` on a new unit for each call of a carrier that it makes, killed there. `again` is what follows later. */
async function killAtEachCall(
  {
    unit,
    work,
    again,
  }: { unit(): Promise<Unit>; work(unit: Unit): Promise<unknown>; again(unit: Unit): Promise<unknown> },
  expected: { state: readonly (number | undefined)[]; status: string },
): Promise<number> {
  let deaths = 0;
  async function kill(death: Death): Promise<boolean> {
    const one = await unit();
    const since = calls.length;
    const hasDied = await dying(death, () => work(one));
    await endLeases();
    await again(one);
    await readToTheEnd(one);
    expect({ ...death, changes: changes(since), status: statusOf(one) }).toMatchObject({
      changes: [expect.any(String)],
      status: expected.status,
    });
    expect(expected.state).toContain(await stateOf(one));
    const { data } = await CarrierChangeEntity.query.bySim({ iccid: one.iccid }).go();
    expect({ ...death, steps: data.map(({ step }) => step) }).toMatchObject({
      steps: expect.arrayContaining(['confirmed']),
    });
    deaths += hasDied ? 1 : 0;
    return hasDied;
  }
  expect(await kill({ at: 'change', when: 'before' })).toBe(true);
  for (const when of WHEN) for (let at = 1; await kill({ at, when }); ) at += 1;
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
        { unit: marked, work: (unit) => handled(due(unit)), again: (unit) => deliver(due(unit)) },
        { state: [15], status },
      );
      expect(deaths).toBeGreaterThan(4);
    },
    240_000,
  );

  it('reads a SIM that its carrier has changed, and asks for nothing', async () => {
    for (const when of ['before', 'after'] as const)
      for (const at of [1, 3]) {
        const unit = await aDualUnit(0, 34);
        const { UnitSerNum, iccid } = unit;
        const since = instant(Date.now());
        await SimReadingEntity.put({ UnitSerNum, iccid, since, round: 0, expiresAt: 9_999_999_999 }).go();
        const before = calls.length;
        const work = () => handled({ work: 'read', UnitSerNum, iccid, since, round: 0 });
        expect(await dying({ at, when }, work)).toBe(true);
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
