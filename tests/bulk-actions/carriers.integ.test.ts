import type { SQSRecord } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { sims } from '#core/sims/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { custodyStore } from '#data/consoles/custody.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { simDeactivationStore } from '#data/sims/sim-deactivations.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import { queueVariable } from '#platform/aws/needs.ts';
import { aBridgeThatAnswers } from '#support/a-bridge.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { scopeOf } from '#support/world.ts';
import { dyingBeside } from './dying.ts';
import { aBulkActionLine, detailOf, serialsOf } from './support.ts';

let bulk: Awaited<ReturnType<typeof aBulkActionLine>>;
let as: UserRecord;
const { url: simDue } = await aQueue();
process.env[queueVariable('sim-due')] = simDue;

beforeAll(async () => {
  await someDealers();
  process.env.DUAL_SIM_FIRMWARE = '2.2.0.0.3';
  bulk = await aBulkActionLine();
  process.env.BULK_COMMAND_QUEUE_URL = process.env.BULK_ACTION_QUEUE_URL;
});
beforeEach(async () => {
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});

const PING = { lastPingTime: '2026-11-01T00:00:00.000Z', pingReason: 'Scheduled', acPower: true, lowpower: false };

let number = 8_600;
/** A unit that uses its SIM of AT&T, can change to that of Verizon, and is connected. */
async function aReadyUnit(more: Partial<UnitRecord> = {}, { connected = true } = {}): Promise<UnitRecord> {
  const [ICCID1, ICCID2] = [iccidOf(0, number), iccidOf(1, number)];
  number += 1;
  const unit = await aUnit({
    ...{ dealer: 220, UnitModel: 'MXD-LTE', activeSimSlot: 0, ActiveICCID: ICCID1, ActiveState: 14 },
    ...{ ICCID1, ICCID1State: 14, ICCID1Carrier: 0, ICCID2, ICCID2State: 14, ICCID2Carrier: 1 },
    ...{ FirmVer: '2.3.0.0.1', ClearCommVer: '2.3.19', deactivateOnStartUp: undefined, lastPing: PING, ...more },
  });
  if (connected) await heldUnit(unit.UnitSerNum);
  return unit;
}

const orderOf = (carrier: 0 | 1, deactivateOld = false) => ({
  ...{ action: 'carrier', type: 'changeCarrier', UnitModel: 'MXD-LTE', as },
  value: {
    ...{ action: 'carrier', carrier, deactivateOld },
    acknowledged: ['onTheWay', ...(deactivateOld ? ['activationFee', 'callerId'] : [])],
  },
});
type Order = ReturnType<typeof orderOf>;
const start = async (order: Order, units: readonly UnitRecord[]) => {
  await bulk.skipChanges();
  const { bchKey } = await ask(bulkActions.create, { ...order, units: serialsOf(units) } as never);
  return { bchKey, shares: await bulk.nextShares() };
};
const run = async (order: Order, units: readonly UnitRecord[]) => {
  const { bchKey, shares } = await start(order, units);
  expect(await work(...shares)).toEqual([]);
  return { bchKey, shares, rows: await rowsOf(bchKey) };
};
const rowsOf = async (bchKey: string) =>
  (await detailOf(as, bchKey)).rows.map(({ state, reason, asked = false }) => [state, reason, asked]);
/** Lets a worker handle messages; returns the failed ones. */
async function work(...shares: SQSRecord[]): Promise<unknown[]> {
  const told = (await invoke('on-bulk-command', eventOf(...shares), MINUTE)) as { batchItemFailures: unknown[] };
  return told.batchItemFailures;
}
const waitingFor = ({ UnitSerNum }: UnitRecord) => commandStore.waiting(UnitSerNum);
const stored = async ({ UnitSerNum }: UnitRecord) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data!;

const TOLD = ['done', 'The unit was told to connect over the other SIM. It has not done so yet', true];

describe('the carrier of many units', () => {
  it('is changed by the command of one unit, which each unit gets once', async () => {
    const { address, orders } = await aBridgeThatAnswers(202);
    const unit = await aReadyUnit();
    await heldUnit(unit.UnitSerNum, address);
    const { bchKey, shares, rows } = await run(orderOf(1), [unit]);
    expect(rows).toEqual([TOLD]);
    const [command, ...others] = await waitingFor(unit);
    expect(others).toEqual([]);
    expect(command).toMatchObject({ command: 'GoToMode', arguments: { mode: 'Verizon' }, givenBy: as.UserName });
    const { commandId } = command!;
    expect(orders).toMatchObject([{ UnitSerNum: unit.UnitSerNum, commandId, arguments: { mode: 'Verizon' } }]);
    // A message that comes again sends the same command, until the bridge says that it was sent. The bridge takes it once.
    await commandStore.markSent(unit.UnitSerNum, commandId, Date.now(), async () => undefined);
    expect(await work(...shares)).toEqual([]);
    expect(orders).toHaveLength(1);
    expect(await waitingFor(unit)).toHaveLength(1);
    expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ state: 'finished', done: 1, asked: 1 });
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([
      { action: 'give command', partOf: bchKey, actorKey: as.UserKey, after: { mode: 'Verizon' } },
    ]);
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      { action: 'start bulk action: change the carrier', after: { asked: 'Change the carrier to Verizon' } },
    ]);
    expect((await stored(unit)).deactivateOnStartUp).toBeUndefined();
  });

  it('waits for the next connection of a unit whose bridge does not take the command', async () => {
    const unit = await aReadyUnit();
    await heldUnit(unit.UnitSerNum, 'http://127.0.0.1:1');
    expect((await run(orderOf(1), [unit])).rows).toEqual([TOLD]);
    expect(await waitingFor(unit)).toHaveLength(1);
  });

  it('stays for units that cannot change it, or must not now, and the dry run says why', async () => {
    const [held, alarm] = [await aReadyUnit(), await aReadyUnit()];
    const other = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    await custodyStore.act(
      { scope: scopeOf(other), connectionId: 'other', unit: held, handlesAlarm: false },
      'take',
      Date.now(),
    );
    await AlarmEntity.put({
      ...{ UnitSerNum: alarm.UnitSerNum, event: `${new Date().toISOString()}~1`, version: 1, notes: [] },
      expiresAt: Math.ceil(Date.now() / 1000) + 1_000_000,
    }).go();
    const away = await aReadyUnit({}, { connected: false });
    const old = await aReadyUnit({ ClearCommVer: '2.3.18' });
    const off = await aReadyUnit({ ICCID2State: 15 });
    const single = await aReadyUnit({ ICCID2: undefined, ICCID2State: undefined, ICCID2Carrier: undefined });
    const already = await aReadyUnit();
    await UnitEntity.patch({ UnitSerNum: already.UnitSerNum })
      .set({ ActiveICCID: already.ICCID2!, activeSimSlot: 1 })
      .go();
    const units = [held, alarm, away, old, off, single, already];
    const notReady = 'Both SIMs must be activated, and the firmware must support two SIMs';
    const reasons = [notReady, notReady, 'It has no SIM of Verizon'];
    const { exclusions } = await ask(bulkActions.dryRun, { ...orderOf(1), units: serialsOf(units) } as never);
    expect(exclusions.map(({ UnitSerNum, reason }) => [UnitSerNum, reason])).toEqual([
      [alarm.UnitSerNum, 'An alarm of the unit is open'],
      [away.UnitSerNum, 'The unit is not connected. Try again when it is'],
      ...[old, off, single].map(({ UnitSerNum }, index) => [UnitSerNum, reasons[index]]),
      [already.UnitSerNum, 'It uses the SIM of Verizon already'],
    ]);
    const { rows } = await run(orderOf(1), units);
    expect(rows).toEqual([
      ['failed', expect.stringContaining(scopeOf(other).actor.fullName), false],
      [
        'failed',
        'An alarm of the unit is open. What takes it out of reach has to wait: it may be needed for help',
        false,
      ],
      ['failed', 'The unit is not connected. Try again when it is', false],
      ...reasons.map((reason) => ['failed', reason, false]),
      ['done', 'It was so already', false],
    ]);
    for (const unit of units) expect(await waitingFor(unit)).toEqual([]);
  });

  it('marks the SIM that a unit leaves, in the same transaction, if that is asked for [P2-B126]', async () => {
    const [unit, marked] = [await aReadyUnit(), await aReadyUnit()];
    const { bchKey, rows } = await run(orderOf(1, true), [unit]);
    expect(rows).toEqual([TOLD]);
    expect((await stored(unit)).deactivateOnStartUp).toBe(unit.ICCID1);
    const entries = await auditOf('unit', unit.UnitSerNum);
    expect(entries.toSorted((one, other) => one.action.localeCompare(other.action))).toMatchObject([
      { action: 'give command', partOf: bchKey },
      { action: 'mark SIM for deactivation', partOf: bchKey, after: { iccid: unit.ICCID1 } },
    ]);
    // It has the mark already: it is told, and marked no second time.
    expect((await run(orderOf(1, true), [unit])).rows).toEqual([TOLD]);
    expect(await waitingFor(unit)).toHaveLength(2);
    await UnitEntity.patch({ UnitSerNum: marked.UnitSerNum }).set({ UnitStatus: 5 }).go();
    const { bchKey: cancelled, shares } = await start(orderOf(1, true), [marked]);
    await ask(bulkActions.cancel, { bchKey: cancelled, as });
    expect(await work(...shares)).toEqual([]);
    expect((await stored(marked)).deactivateOnStartUp).toBeUndefined();
    expect(await waitingFor(marked)).toEqual([]);
  });

  it('fails at a unit whose battery is low, as its bridge would hold the command back', async () => {
    const unit = await aReadyUnit({ lastPing: { ...PING, lowpower: true } });
    const { exclusions } = await ask(bulkActions.dryRun, { ...orderOf(1), units: [unit.UnitSerNum] } as never);
    expect(exclusions.map(({ reason }) => reason)).toEqual(['The battery of the unit is low']);
    const { rows } = await run(orderOf(1), [unit]);
    const reason = 'The battery of the unit is low. What takes it out of reach has to wait: it may be needed for help';
    expect(rows).toEqual([['failed', reason, false]]);
    expect(await waitingFor(unit)).toEqual([]);
  });

  it('needs the acknowledgements and the right of one unit, at the start and at each row', async () => {
    const unit = await aReadyUnit();
    const units = [unit.UnitSerNum];
    for (const [deactivateOld, acknowledged] of [
      [false, []],
      [true, ['onTheWay']],
    ] as const)
      expect(
        await call(bulkActions.create, {
          ...{ ...orderOf(1), units },
          value: { action: 'carrier', carrier: 1, deactivateOld, acknowledged },
        } as never),
      ).toMatchObject({ status: 422, body: { message: 'Acknowledge the consequences first' } });
    const simEditor = await aUser({ dealer: 22, flags: ['SIM_EDIT', 'BULK_ACTIONS'] });
    expect((await call(bulkActions.create, { ...orderOf(1), units, as: simEditor } as never)).status).toBe(422);
    const foreign = await aUser({ dealer: 49, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    await bulk.skipChanges();
    const { bchKey } = await ask(bulkActions.create, { ...orderOf(1), units, as: foreign } as never);
    expect(await work(...(await bulk.nextShares()))).toEqual([]);
    expect((await detailOf(foreign, bchKey)).rows).toMatchObject([
      { state: 'failed', reason: 'There is no such unit' },
    ]);
    expect(await waitingFor(unit)).toEqual([]);
  });
});

describe('the mark of a command', () => {
  /** A unit that was told to change to Verizon, with its other SIM marked. */
  async function aToldUnit() {
    const unit = await aReadyUnit();
    await run(orderOf(1, true), [unit]);
    const [command] = await waitingFor(unit);
    return { unit, commandId: command!.commandId };
  }

  /** What follows the end of a command, each message twice. Returns what the unit's SIM is marked for. */
  async function ends(unit: UnitRecord, commandId: string, ending: Parameters<typeof commandStore.end>[2]) {
    await bulk.skipChanges();
    expect(await commandStore.end(unit.UnitSerNum, commandId, ending, Date.now())).toBe(true);
    return marksAfterChanges(unit);
  }
  async function marksAfterChanges(unit: UnitRecord) {
    await follow(await bulk.nextChanges());
    for (const message of await takeAll(simDue))
      for (const time of [1, 2])
        expect({ time, ...((await invoke('on-sim-due', eventOf(message))) as object) }).toEqual({
          time,
          batchItemFailures: [],
        });
    return (await stored(unit)).deactivateOnStartUp;
  }
  const reply = (outcome: string) => ({ outcome, answer: {} });

  it.each([
    ['held back', { outcome: 'failed', result: reply('heldBack') }],
    ['expired', { outcome: 'unanswered' }],
    ['withdrawn', { outcome: 'withdrawn' }],
    ['refused by its unit', { outcome: 'failed', result: reply('failed') }],
  ] as const)('ends with a command that was %s', async (_how, ending) => {
    const { unit, commandId } = await aToldUnit();
    expect(await ends(unit, commandId, ending)).toBeUndefined();
    expect((await auditOf('unit', unit.UnitSerNum)).filter(({ action }) => action === 'keep marked SIM')).toMatchObject(
      [
        {
          after: { iccid: unit.ICCID1, reason: 'The unit did not carry out the command to change its carrier' },
        },
      ],
    );
  });

  it('stays with a command that was done, or sent without an answer', async () => {
    const done = await aToldUnit();
    expect(await ends(done.unit, done.commandId, { outcome: 'done', result: reply('done') })).toBe(done.unit.ICCID1);
    const lost = await aToldUnit();
    await commandStore.markSent(lost.unit.UnitSerNum, lost.commandId, Date.now(), async () => undefined);
    expect(await ends(lost.unit, lost.commandId, { outcome: 'unanswered' })).toBe(lost.unit.ICCID1);
  });

  it('becomes that of the next command, or of a person who marks the SIM', async () => {
    const { unit, commandId } = await aToldUnit();
    await run(orderOf(1, true), [unit]);
    expect(await ends(unit, commandId, { outcome: 'unanswered' })).toBe(unit.ICCID1);
    const second = (await waitingFor(unit))[0]!.commandId;
    expect(await ends(unit, second, { outcome: 'unanswered' })).toBeUndefined();
    const other = await aToldUnit();
    const { UnitSerNum, ICCID1 } = other.unit;
    const acknowledged = ['activationFee', 'callerId'];
    const { status } = await call(sims.deactivateOnStartUp, { UnitSerNum, iccid: ICCID1!, acknowledged, as } as never);
    expect(status).toBe(200);
    expect(await ends(other.unit, other.commandId, { outcome: 'unanswered' })).toBe(ICCID1);
  });

  it('stays that of a command that was sent, which may be done, when another one follows', async () => {
    const { unit, commandId } = await aToldUnit();
    await commandStore.markSent(unit.UnitSerNum, commandId, Date.now(), async () => undefined);
    await run(orderOf(1, true), [unit]);
    const second = (await waitingFor(unit)).find((one) => one.commandId !== commandId)!.commandId;
    expect(await ends(unit, second, { outcome: 'unanswered' })).toBe(unit.ICCID1);
    expect(await ends(unit, commandId, { outcome: 'failed', result: reply('failed') })).toBeUndefined();
  });

  it.each([
    ['sent', true],
    ['waiting', false],
  ])('is that of both commands, also if the first was %s and only the second one is done', async (_, isSent) => {
    const { unit, commandId } = await aToldUnit();
    if (isSent) await commandStore.markSent(unit.UnitSerNum, commandId, Date.now(), async () => undefined);
    await run(orderOf(1, true), [unit]);
    const second = (await waitingFor(unit)).find((one) => one.commandId !== commandId)!.commandId;
    expect(await ends(unit, commandId, { outcome: 'failed', result: reply('failed') })).toBe(unit.ICCID1);
    expect(await ends(unit, second, { outcome: 'done', result: reply('done') })).toBe(unit.ICCID1);
  });

  it('stays with the first of two commands, which was not sent when the second one came, if only that one is done', async () => {
    const { unit, commandId } = await aToldUnit();
    await run(orderOf(1, true), [unit]);
    const second = (await waitingFor(unit)).find((one) => one.commandId !== commandId)!.commandId;
    expect(await ends(unit, second, { outcome: 'withdrawn' })).toBe(unit.ICCID1);
    expect(await ends(unit, commandId, { outcome: 'done', result: reply('done') })).toBe(unit.ICCID1);
  });

  it.each([
    ['the first mark', false],
    ['a mark of before', true],
  ])('is that of all commands of two actions that read %s at once', async (_, isMarked) => {
    const unit = isMarked ? (await aToldUnit()).unit : await aReadyUnit();
    const idsOf = async () => (await waitingFor(unit)).map(({ commandId }) => commandId);
    const before = await idsOf();
    const colleague = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    const order = orderOf(1, true);
    const [one, other] = [await start(order, [unit]), await start({ ...order, as: colleague }, [unit])];
    let between: string | undefined;
    const { get } = simDeactivationStore;
    const reading = vi.spyOn(simDeactivationStore, 'get').mockImplementationOnce(async (of) => {
      const read = await get(of);
      expect(await work(...other.shares)).toEqual([]);
      between = (await idsOf()).find((id) => !before.includes(id));
      return read;
    });
    expect(await work(...one.shares)).toEqual([]);
    reading.mockRestore();
    const commands = await idsOf();
    expect(commands).toHaveLength(before.length + 2);
    for (const commandId of commands.filter((id) => id !== between))
      expect(await ends(unit, commandId, { outcome: 'withdrawn' })).toBe(unit.ICCID1);
    expect(await ends(unit, between!, { outcome: 'done', result: reply('done') })).toBe(unit.ICCID1);
  });

  it('deactivates nothing if the unit logs in over the other SIM by itself', async () => {
    const { unit } = await aToldUnit();
    await bulk.skipChanges();
    const login = { FirmVer: '2.3.0.0.1', ICCID: unit.ICCID2!, fence: 9_000_000 };
    await unitChangeStore.recordLogin(unit.UnitSerNum, login);
    // The command still waits, and no carrier is set up here: asking one would fail.
    expect(await marksAfterChanges(unit)).toBeUndefined();
    expect((await auditOf('unit', unit.UnitSerNum)).map(({ action }) => action)).toContain('keep marked SIM');
  });
});

describe('a worker that is killed', () => {
  const dying = dyingBeside({ servers: [], isChange: () => false });

  /** Units that the bridge of the test holds, and the commands that it got for one. */
  async function someReachable(count: number) {
    const { address, orders } = await aBridgeThatAnswers(202);
    const units: UnitRecord[] = [];
    while (units.length < count) units.push(await aReadyUnit());
    for (const { UnitSerNum } of units) await heldUnit(UnitSerNum, address);
    const toldTo = ({ UnitSerNum }: UnitRecord) =>
      (orders as { UnitSerNum: string; commandId: string }[])
        .filter((order) => order.UnitSerNum === UnitSerNum)
        .map(({ commandId }) => commandId);
    return { units, toldTo };
  }

  /** Each unit has one command, and the bridge got that one: as often as it was sent, it takes it once. */
  async function expectToldOnce(units: readonly UnitRecord[], toldTo: (unit: UnitRecord) => string[]) {
    for (const unit of units) {
      const waiting = (await waitingFor(unit)).map(({ commandId }) => commandId);
      expect(waiting).toHaveLength(1);
      expect([...new Set(toldTo(unit))]).toEqual(waiting);
    }
  }

  it.each([1, 3])('before or after any of its writes tells each unit once, of %i', async (count) => {
    let deaths = 0;
    for (const when of ['before', 'after'] as const)
      for (let at = 1, hasDied = true; hasDied; at += 1) {
        const { units, toldTo } = await someReachable(count);
        const { bchKey, shares } = await start(orderOf(1, true), units);
        hasDied = await dying({ at, when }, () => work(...shares));
        expect(await work(...shares)).toEqual([]);
        expect({ at, when, rows: await rowsOf(bchKey) }).toEqual({ at, when, rows: units.map(() => TOLD) });
        await expectToldOnce(units, toldTo);
        deaths += hasDied ? 1 : 0;
      }
    // The row, the command and the mark are one write.
    expect(deaths).toBeGreaterThanOrEqual(2 * count);
  });

  it.each(['pause', 'cancel'] as const)('tells the unit whose row is done, also after a %s', async (command) => {
    const { units, toldTo } = await someReachable(2);
    const { bchKey, shares } = await start(orderOf(1), units);
    expect(await dying({ at: 1, when: 'after' }, () => work(...shares))).toBe(true);
    expect(toldTo(units[0]!)).toEqual([]);
    await ask(bulkActions[command], { bchKey, as });
    expect(await work(...shares)).toEqual([]);
    await expectToldOnce(units.slice(0, 1), toldTo);
    expect(toldTo(units[1]!)).toEqual([]);
    expect(await waitingFor(units[1]!)).toEqual([]);
  });

  it('leaves the commands that others gave the unit', async () => {
    const { units, toldTo } = await someReachable(1);
    const first = await start(orderOf(1), units);
    expect(await dying({ at: 1, when: 'after' }, () => work(...first.shares))).toBe(true);
    const second = await start(orderOf(1), units);
    expect(await work(...second.shares)).toEqual([]);
    expect(await work(...second.shares)).toEqual([]);
    const [ofFirst, ofSecond] = await waitingFor(units[0]!);
    expect(ofFirst!.giver!.partOf).toBe(first.bchKey);
    expect([...new Set(toldTo(units[0]!))]).toEqual([ofSecond!.commandId]);
  });
});
