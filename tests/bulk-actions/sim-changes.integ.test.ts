import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { ChosenSims } from '#core/sims/chosen-sims.ts';
import { sims } from '#core/sims/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { area } from '#data/bulk-actions/index.ts';
import { client } from '#data/kit/table.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { CarrierChangeEntity } from '#data/sims/carriers.ts';
import { simChangeStore } from '#data/sims/sim-changes.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { delayedIn } from '#support/queue.ts';
import { scopeOf } from '#support/world.ts';
import { servedCarriers } from '../sims/served-carriers.ts';
import { type Death, dyingBeside } from './dying.ts';
import { aBulkActionLine, detailOf, serialsOf, work } from './support.ts';

const FIRST = 7_100;
const numbers = Array.from({ length: 90 }, (_, index) => FIRST + index);
const line = { dateActivated: '2026-01-02T00:00:00.000Z', SIMOTADate: '2026-01-03T00:00:00.000Z' };
const { controlCenter, thingSpace, calls } = await servedCarriers({
  controlCenter: numbers.map((number) => simFor(iccidOf(0, number), { status: 'ACTIVATED' })),
  thingSpace: numbers.map((number) => simFor(iccidOf(1, number), { status: 'active', ...line })),
  timeScale: 20_000,
  atAnyPace: true,
});

let bulk: Awaited<ReturnType<typeof aBulkActionLine>>;
let as: UserRecord;
/** How far the clock of the portal is ahead, in milliseconds. */
let ahead = 0;
const realNow = Date.now;
vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);

beforeAll(async () => {
  await someDealers();
  bulk = await aBulkActionLine();
});
beforeEach(async () => {
  as = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'BULK_ACTIONS'] });
});
afterEach(() => {
  controlCenter.faults.set({});
  thingSpace.faults.set({});
});

const send = globalThis.fetch;

let number = FIRST;
type Dual = UnitRecord & { ICCID1: string; ICCID2: string };
/** A unit with a SIM of AT&T in slot 1 and one of Verizon in slot 2, which uses the first of them. */
async function aDualUnit(more: Partial<UnitRecord> = {}): Promise<Dual> {
  const [ICCID1, ICCID2] = [iccidOf(0, number), iccidOf(1, number)];
  number += 1;
  const unit = await aUnit({
    ...{ dealer: 220, UnitModel: 'MXD-LTE', activeSimSlot: 0, ActiveICCID: ICCID1, ActiveState: 14 },
    ...{ ICCID1, ICCID1State: 14, ICCID1Carrier: 0, ICCID2, ICCID2State: 14, ICCID2Carrier: 1, ...more },
  });
  return { ...unit, ICCID1, ICCID2 };
}

const ALL = ['inoperable', 'activationFee', 'callerId'] as const;
const orderOf = (type: 'activateSim' | 'deactivateSim', sims: ChosenSims, acknowledged: readonly string[] = ALL) => ({
  ...{ action: 'sim', type, UnitModel: 'MXD-LTE', as },
  value: { action: 'sim', sims, acknowledged: [...acknowledged] },
});

type Order = ReturnType<typeof orderOf>;
const start = async (order: Order, units: readonly UnitRecord[]) => {
  await bulk.skipChanges();
  const { bchKey } = await ask(bulkActions.create, { ...order, units: serialsOf(units) } as never);
  return { bchKey, shares: await bulk.nextShares() };
};
const rowsOf = async (bchKey: string) =>
  (await detailOf(as, bchKey)).rows.map(({ state, reason, asked = false }) => [state, reason, asked]);
/** Runs a bulk action to its end. Each share is delivered twice. */
const run = async (order: Order, units: readonly UnitRecord[]) => {
  const { bchKey, shares } = await start(order, units);
  for (let time = 0; time < 2; time++) expect(await work(...shares)).toEqual([]);
  return { bchKey, rows: await rowsOf(bchKey) };
};

const isChange = (path: string, method = 'GET') =>
  (method === 'PUT' && path.includes('/rws/')) || /actions\/(activate|deactivate|restore)$/.test(path);
/** What the carriers were asked to change since. */
const changes = (since: number) =>
  calls.slice(since).filter((one) => {
    const [method, path = ''] = one.split(' ');
    return isChange(path, method);
  });
const stepsOf = async (iccid: string) => (await CarrierChangeEntity.query.bySim({ iccid }).go()).data;
const stored = async ({ UnitSerNum }: UnitRecord) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;

const CHANGED = ['done', 'The carrier has changed it', false];
const ASKED = ['done', 'Asked of the carrier, which has not confirmed it yet', true];
const ALREADY = ['done', 'It was so already', false];

describe('SIMs of many units', () => {
  it('are deactivated by the rule of one SIM, once each, with who asked and why', async () => {
    const [first, second] = [await aDualUnit(), await aDualUnit()];
    const without = await aUnit({ ...{ dealer: 220, UnitModel: 'MXD-LTE' }, ICCID1: undefined, ICCID2: undefined });
    const before = calls.length;
    const { bchKey, rows } = await run(orderOf('deactivateSim', 'each'), [first, second, without]);
    // Control Center confirms at once, ThingSpace later.
    expect(rows).toEqual([ASKED, ASKED, ['failed', 'It has no SIM', false]]);
    expect(changes(before)).toHaveLength(4);
    expect(await stored(first)).toMatchObject({ ICCID1State: 15, ActiveState: 15, ICCID2State: 34 });
    const steps = [...(await stepsOf(first.ICCID1)), ...(await stepsOf(first.ICCID2))];
    expect(steps.map(({ step }) => step)).toEqual(['asked', 'confirmed', 'asked', 'accepted']);
    for (const { origin } of steps) expect(origin).toMatchObject({ why: 'bulkAction', bchKey, actorKey: as.UserKey });
    const entry = { action: 'ask for SIM state', partOf: bchKey, actorKey: as.UserKey };
    expect(await auditOf('unit', first.UnitSerNum)).toMatchObject([entry, entry]);
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      {
        action: 'start bulk action: deactivate the sim',
        after: { units: 3, asked: 'Deactivate the SIM in each slot' },
      },
    ]);
    const { items } = await ask(sims.requests, { id: first.UnitSerNum, as });
    expect(items.map(({ origin }) => origin?.bchKey)).toEqual([bchKey, bchKey]);
  });

  it('are asked for nothing if they are so at their carrier, or if it has accepted the same for somebody else', async () => {
    const [there, open] = [await aDualUnit(), await aDualUnit()];
    controlCenter.put(simFor(there.ICCID1, { status: 'DEACTIVATED' }));
    await ask(sims.changeState, {
      ...{ UnitSerNum: open.UnitSerNum, slot: 2, iccid: open.ICCID2, state: 15, as },
      acknowledged: ['activationFee'],
    });
    const before = calls.length;
    expect((await run(orderOf('deactivateSim', 'inUse'), [there])).rows).toEqual([ALREADY]);
    const [row] = (await run(orderOf('deactivateSim', 'notInUse', ['activationFee']), [open])).rows;
    expect(row?.[0]).toBe('done');
    expect(changes(before)).toEqual([]);
    expect((await stepsOf(open.ICCID2)).filter(({ step }) => step === 'asked')).toHaveLength(1);
  });

  it('keep the line of a unit in an alarm, and of one whose user did not acknowledge its loss', async () => {
    const [held, other] = [await aDualUnit(), await aDualUnit()];
    await anOpenAlarm(held);
    const reason = 'An alarm of the unit is open. What takes it out of reach has to wait: it may be needed for help';
    const before = calls.length;
    expect((await run(orderOf('deactivateSim', 'inUse'), [held])).rows).toEqual([['failed', reason, false]]);
    for (const acknowledged of [[], ['activationFee']])
      expect(
        await call(bulkActions.create, {
          ...orderOf('deactivateSim', 'inUse', acknowledged),
          units: [other.UnitSerNum],
        } as never),
      ).toMatchObject({ status: 422, body: { message: 'Acknowledge the consequences first' } });
    expect(changes(before)).toEqual([]);
    expect((await stored(held)).ICCID1State).toBe(14);
    // The SIM that it does not use may go.
    expect((await run(orderOf('deactivateSim', 'notInUse', ['activationFee']), [held])).rows).toEqual([ASKED]);
  });

  it('are refused by a carrier once, and tried again on request', async () => {
    const [gone, silent] = [await aDualUnit({ ICCID1State: 15 }), await aDualUnit({ ICCID1State: 15 })];
    controlCenter.put(simFor(gone.ICCID1, { status: 'PURGED' }));
    controlCenter.put(simFor(silent.ICCID1, { status: 'DEACTIVATED' }));
    const before = calls.length;
    const { bchKey, rows } = await run(orderOf('activateSim', 'inUse'), [gone]);
    expect(rows).toEqual([['failed', expect.any(String), false]]);
    expect(changes(before)).toHaveLength(1);
    expect((await stored(gone)).ICCID1State).toBe(15);

    controlCenter.put(simFor(gone.ICCID1, { status: 'DEACTIVATED' }));
    await bulk.skipChanges();
    await ask(bulkActions.retry, { bchKey, as });
    expect(await work(...(await bulk.nextShares()))).toEqual([]);
    expect(await rowsOf(bchKey)).toEqual([CHANGED]);
    expect(changes(before)).toHaveLength(2);

    controlCenter.faults.set({ status500: {} });
    const failed = await run(orderOf('activateSim', 'inUse'), [silent]);
    expect(failed.rows).toEqual([['failed', expect.stringMatching('does not answer'), false]]);
  });

  it('are left alone once the user who started it may no longer edit SIMs', async () => {
    const unit = await aDualUnit();
    const { bchKey, shares } = await start(orderOf('deactivateSim', 'inUse'), [unit]);
    await UserEntity.patch({ UserKey: as.UserKey })
      .set({ flags: ['SIM', 'BULK_ACTIONS'] })
      .go();
    const before = calls.length;
    expect(await work(...shares)).toEqual([]);
    const { bulkAction } = await detailOf(as, bchKey);
    expect(bulkAction).toMatchObject({
      state: 'stopped',
      stopReason: `${fullNameOf(as)} may no longer do this with a unit`,
    });
    expect(calls.length).toBe(before);
    const viewer = await aUser({ dealer: 22, flags: ['SIM', 'BULK_ACTIONS'] });
    const refused = { ...orderOf('deactivateSim', 'inUse'), units: [unit.UnitSerNum], as: viewer };
    expect((await call(bulkActions.create, refused as never)).status).toBe(422);
  });

  it('have a dry run that says why units would not change', async () => {
    const [changed, off, held] = [await aDualUnit(), await aDualUnit({ ICCID1State: 15 }), await aDualUnit()];
    const single = await aDualUnit();
    await UnitEntity.patch({ UnitSerNum: single.UnitSerNum }).remove(['ICCID2', 'ICCID2State', 'ICCID2Carrier']).go();
    await anOpenAlarm(held);
    const exclusionsOf = async (order: Order) =>
      (
        await ask(bulkActions.dryRun, { ...order, units: serialsOf([changed, off, held, single]) } as never)
      ).exclusions.map(({ UnitSerNum, reason }) => [UnitSerNum, reason]);
    const before = calls.length;
    expect(await exclusionsOf(orderOf('deactivateSim', 'inUse', []))).toEqual([
      [off.UnitSerNum, 'Its SIM is deactivated already'],
      [held.UnitSerNum, 'An alarm of the unit is open'],
    ]);
    expect(await exclusionsOf(orderOf('deactivateSim', 'notInUse', []))).toEqual([
      [single.UnitSerNum, 'It has no SIM that is not in use'],
    ]);
    expect(calls.length).toBe(before);
  });
});

/** Runs `act` once, before the first command that `isIt` is true of, or after the first call that changes a SIM. */
async function interrupting(
  isIt: ((command: string, input: string) => boolean) | 'change',
  act: () => Promise<unknown>,
  during: () => Promise<unknown>,
): Promise<unknown> {
  let isOver = false;
  const once = async () => {
    if (isOver) return;
    isOver = true;
    await act();
  };
  if (isIt === 'change')
    globalThis.fetch = async (input, init) => {
      const answer = await send(input, init);
      if (isChange(String(input), init?.method)) await once();
      return answer;
    };
  else
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (isIt(String(commandName), JSON.stringify(args.input))) await once();
          return next(args);
        },
      { step: 'initialize', name: 'interrupted' },
    );
  try {
    const result = await during();
    expect(isOver).toBe(true);
    return result;
  } finally {
    globalThis.fetch = send;
    client.middlewareStack.remove('interrupted');
  }
}

describe('a carrier that somebody else asks meanwhile', () => {
  it.each([1, 2] as const)(
    'is not asked a second time for slot %i, though the request is not recorded yet',
    async (slot) => {
      const unit = await aDualUnit();
      const iccid = unit[`ICCID${slot}`];
      const { bchKey, shares } = await start(orderOf('deactivateSim', 'each'), [unit]);
      const before = calls.length;
      // The row has read the unit, and not yet since when its SIM is pending.
      const isReading = (command: string, input: string) => command === 'GetItemCommand' && input.includes(iccid);
      const askToo = async () => simChangeStore.ask(scopeOf(as), await stored(unit), slot, 15, Date.now());
      expect(await interrupting(isReading, askToo, () => work(...shares))).toHaveLength(1);
      expect(changes(before)).toHaveLength(slot - 1);
      expect(await stepsOf(iccid)).toEqual([]);
      expect(await rowsOf(bchKey)).toEqual([['queued', undefined, false]]);
    },
  );

  it('is seen at once in the list of what it was asked', async () => {
    const unit = await aDualUnit();
    const { shares } = await start(orderOf('deactivateSim', 'inUse'), [unit]);
    let consistent: unknown;
    const isList = (command: string, input: string) => {
      if (command !== 'QueryCommand' || !input.includes(unit.ICCID1)) return false;
      consistent ??= JSON.parse(input).ConsistentRead;
      return true;
    };
    await interrupting(
      isList,
      async () => undefined,
      () => work(...shares),
    );
    expect(consistent).toBe(true);
  });
});

describe('a bulk action that is cancelled while a carrier is asked', () => {
  const cancelledMeanwhile = async (chosen: ChosenSims) => {
    const [unit, next] = [await aDualUnit(), await aDualUnit()];
    const { bchKey, shares } = await start(orderOf('deactivateSim', chosen), [unit, next]);
    const before = calls.length;
    await interrupting(
      'change',
      () => ask(bulkActions.cancel, { bchKey, as }),
      () => work(...shares),
    );
    expect(changes(before)).toHaveLength(1);
    const { bulkAction, rows } = await detailOf(as, bchKey);
    return { bulkAction, rows: rows.map(({ state, reason }) => [state, reason]) };
  };

  it('says that the SIM was changed', async () => {
    const { bulkAction, rows } = await cancelledMeanwhile('inUse');
    expect(bulkAction).toMatchObject({ state: 'cancelled', done: 1, failed: 0 });
    expect(rows).toEqual([CHANGED.slice(0, 2), ['cancelled', undefined]]);
  });

  it('asks for no other SIM of the unit', async () => {
    const { bulkAction, rows } = await cancelledMeanwhile('each');
    expect(bulkAction).toMatchObject({ state: 'cancelled', done: 0, failed: 1 });
    const reason = 'Slot 1: The carrier has changed it. Slot 2: Not asked, because the bulk action was stopped';
    expect(rows).toEqual([
      ['failed', reason],
      ['cancelled', undefined],
    ]);
  });

  it('is over for good, without a notification, if it was the last unit', async () => {
    const unit = await aDualUnit();
    const { bchKey, shares } = await start(orderOf('deactivateSim', 'each'), [unit]);
    await interrupting(
      'change',
      () => ask(bulkActions.cancel, { bchKey, as }),
      () => work(...shares),
    );
    expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ state: 'cancelled', done: 0, failed: 1 });
    expect(await call(bulkActions.retry, { bchKey, as })).toMatchObject({ status: 409 });
    const { stoppedAs, ...data } = (await BulkActionEntity.get({ bchKey }).go()).data!;
    const notifies = (after: typeof data & { stoppedAs?: typeof stoppedAs }) => {
      const imageOf = (item: typeof after) =>
        BulkActionEntity.put(item).params<{ Item: Record<string, unknown> }>().Item;
      const images = { before: imageOf({ ...after, failed: 0 }), after: imageOf(after), changeId: '1', sequence: '1' };
      const { messageOf } = area.reactions!.find(({ name }) => name === 'notify of a finished bulk action')!;
      return messageOf(images, Date.now()) !== undefined;
    };
    expect([notifies(data), notifies({ ...data, stoppedAs })]).toEqual([true, false]);
  });
});

it('a message that comes twice does not say what became of a unit while another worker asks its carrier', async () => {
  const unit = await aDualUnit();
  const { bchKey, shares } = await start(orderOf('deactivateSim', 'inUse'), [unit]);
  const twice = async () => {
    await ask(bulkActions.cancel, { bchKey, as });
    expect(await work(...shares)).toHaveLength(1);
    expect(await rowsOf(bchKey)).toEqual([['cancelled', undefined, false]]);
  };
  expect(await interrupting('change', twice, () => work(...shares))).toEqual([]);
  expect(await rowsOf(bchKey)).toEqual([CHANGED]);
  expect(await work(...shares)).toEqual([]);
});

it('a SIM that its carrier refuses does not keep the other one from being changed', async () => {
  const [one, both] = [await aDualUnit({ ICCID1State: 15, ICCID2State: 15 }), await aDualUnit()];
  controlCenter.put(simFor(one.ICCID1, { status: 'PURGED' }));
  thingSpace.put(simFor(one.ICCID2, { status: 'deactive', ...line }));
  const before = calls.length;
  const [first] = (await run(orderOf('activateSim', 'each'), [one])).rows;
  expect(first).toEqual([
    'failed',
    expect.stringMatching(/^Slot 1: .+\. Slot 2: Asked of the carrier, which has not confirmed it yet$/),
    false,
  ]);
  expect(changes(before)).toHaveLength(2);
  controlCenter.faults.set({ status500: {} });
  thingSpace.faults.set({ status500: {} });
  const [second] = (await run(orderOf('deactivateSim', 'each'), [both])).rows;
  expect(second).toEqual(['failed', expect.stringMatching(/^Slot 1: .+\. Slot 2: .+ does not answer/), false]);
});

const dying = dyingBeside({
  servers: [controlCenter.url, thingSpace.url],
  isChange: (method, path) => isChange(path, method),
});

const later = () => {
  ahead += 2 * MINUTE;
};

describe('a worker that is killed', () => {
  it.each([['AT&T', 'inUse', CHANGED, 'confirmed'] as const, ['Verizon', 'notInUse', ASKED, 'accepted'] as const])(
    'before or after any of its writes asks %s once',
    async (_, chosen, last, step) => {
      let deaths = 0;
      for (const when of ['before', 'after'] as const)
        for (let at = 1, hasDied = true; hasDied; at += 1) {
          const unit = await aDualUnit();
          const { bchKey, shares } = await start(orderOf('deactivateSim', chosen), [unit]);
          const before = calls.length;
          hasDied = await dying({ at, when }, () => work(...shares));
          later();
          for (let time = 0; time < 2; time++) expect(await work(...shares)).toEqual([]);
          expect({ at, when, changes: changes(before), rows: await rowsOf(bchKey) }).toMatchObject({
            changes: [expect.any(String)],
            rows: [[last[0], expect.any(String), expect.any(Boolean)]],
          });
          const iccid = chosen === 'inUse' ? unit.ICCID1 : unit.ICCID2;
          expect((await stepsOf(iccid)).every(({ origin }) => origin?.bchKey === bchKey)).toBe(true);
          if (!hasDied) {
            expect(await rowsOf(bchKey)).toEqual([last]);
            expect((await stepsOf(iccid)).map((one) => one.step)).toEqual(['asked', step]);
          }
          deaths += hasDied ? 1 : 0;
        }
      // Six writes: the SIM is pending, the question recorded, asked, its answer recorded and stored, and the row.
      expect(deaths).toBeGreaterThanOrEqual(12);
    },
    240_000,
  );

  it.each([
    ['the SIM is pending', 1],
    ['its question is recorded', 2],
  ])('after %s is followed by one that waits while its question may be on its way', async (_, at) => {
    const unit = await aDualUnit();
    const { bchKey, shares } = await start(orderOf('deactivateSim', 'inUse'), [unit]);
    const before = calls.length;
    expect(await dying({ at, when: 'after' }, () => work(...shares))).toBe(true);
    expect(await work(...shares)).toHaveLength(1);
    expect([changes(before), await rowsOf(bchKey)]).toEqual([[], [['queued', undefined, false]]]);
    later();
    expect(await work(...shares)).toEqual([]);
    expect([changes(before).length, await rowsOf(bchKey)]).toEqual([1, [CHANGED]]);
  });
});

describe('a worker that is killed before its bulk action is cancelled', () => {
  const killed = async (chosen: ChosenSims, death: Death) => {
    const [unit, next] = [await aDualUnit(), await aDualUnit()];
    const { bchKey, shares } = await start(orderOf('deactivateSim', chosen), [unit, next]);
    const before = calls.length;
    expect(await dying(death, () => work(...shares))).toBe(true);
    // The lease of the killed worker on the account expires.
    later();
    await ask(bulkActions.cancel, { bchKey, as });
    for (let time = 0; time < 2; time++) expect(await work(...shares)).toEqual([]);
    const { state, done, failed, asked } = (await detailOf(as, bchKey)).bulkAction;
    return { changes: changes(before).length, counts: [state, done, failed, asked], rows: await rowsOf(bchKey) };
  };
  const NOT_REACHED = ['cancelled', undefined, false];

  it.each([
    ['after its question is recorded', { at: 2, when: 'after' }, 0, ASKED],
    ['after it asked', { at: 3, when: 'after' }, 1, ASKED],
    ['after the answer is recorded', { at: 4, when: 'after' }, 1, CHANGED],
  ] as const)('%s leaves a row that says so, from the ledger, and asks nothing more', async (_, death, asked, row) => {
    expect(await killed('inUse', death)).toEqual({
      changes: asked,
      counts: ['cancelled', 1, 0, row === ASKED ? 1 : 0],
      rows: [row, NOT_REACHED],
    });
  });

  it('before it asked leaves a row that was not reached', async () => {
    expect(await killed('inUse', { at: 1, when: 'after' })).toEqual({
      changes: 0,
      counts: ['cancelled', 0, 0, 0],
      rows: [NOT_REACHED, NOT_REACHED],
    });
  });

  it('after it asked for one SIM of two says of which', async () => {
    const reason =
      'Slot 1: Asked of the carrier, which has not confirmed it yet. Slot 2: Not asked, because the bulk action was stopped';
    expect((await killed('each', { at: 3, when: 'after' })).rows).toEqual([['failed', reason, false], NOT_REACHED]);
  });
});

it('a retry that is paused says nothing of a unit that it has not begun, whatever the attempt before asked', async () => {
  const unit = await aDualUnit();
  const { bchKey, shares } = await start(orderOf('deactivateSim', 'each'), [unit]);
  thingSpace.faults.set({ status500: {} });
  expect(await work(...shares)).toEqual([]);
  expect(await rowsOf(bchKey)).toEqual([
    ['failed', expect.stringMatching(/^Slot 1: The carrier has changed it/), false],
  ]);
  later();
  await bulk.skipChanges();
  await ask(bulkActions.retry, { bchKey, as });
  const again = await bulk.nextShares();
  await ask(bulkActions.pause, { bchKey, as });
  expect(await work(...again)).toEqual([]);
  expect(await rowsOf(bchKey)).toEqual([['queued', undefined, false]]);
});

it('a unit whose carrier may be being asked waits in a message of its own with the units after it', async () => {
  const units = [await aDualUnit(), await aDualUnit(), await aDualUnit()];
  const order = orderOf('deactivateSim', 'inUse');
  const other = await start(order, [units[1]!]);
  await dying({ at: 1, when: 'after' }, () => work(...other.shares));
  const { bchKey, shares } = await start(order, units);
  expect(await work(...shares)).toEqual([]);
  expect((await rowsOf(bchKey)).map(([state]) => state)).toEqual(['done', 'queued', 'queued']);
  expect(await delayedIn(process.env.BULK_ACTION_QUEUE_URL!)).toBe(1);
  later();
  expect(await work(...shares)).toEqual([]);
  expect((await rowsOf(bchKey)).map(([state]) => state)).toEqual(['done', 'done', 'done']);
});

it('workers that have the same share at the same time ask a carrier once', async () => {
  for (const chosen of ['inUse', 'notInUse', 'each'] as const) {
    const units = [await aDualUnit(), await aDualUnit()];
    // One of them is pending since long ago, so its state does not tell the workers apart.
    await UnitEntity.patch({ UnitSerNum: units[1]!.UnitSerNum }).set({ ICCID1State: 34, ICCID2State: 34 }).go();
    const { bchKey, shares } = await start(orderOf('deactivateSim', chosen), units);
    const before = calls.length;
    await Promise.all([1, 2, 3].map(() => work(...shares)));
    later();
    expect(await work(...shares)).toEqual([]);
    expect(changes(before)).toHaveLength(chosen === 'each' ? 4 : 2);
    expect((await rowsOf(bchKey)).map(([state]) => state)).toEqual(['done', 'done']);
  }
});

const anOpenAlarm = ({ UnitSerNum }: UnitRecord) =>
  AlarmEntity.put({
    ...{ UnitSerNum, event: `${new Date(Date.now()).toISOString()}~1`, version: 1, notes: [] },
    expiresAt: Math.ceil(Date.now() / 1000) + 1_000_000,
  }).go();
