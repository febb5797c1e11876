import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PART_ROWS } from '#core/reminders/bulk-schedule.ts';
import { reminders } from '#core/reminders/contract.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { bulkScheduleRowStore } from '#data/reminders/bulk-schedule-rows.ts';
import { BulkScheduleEntity, BulkSchedulePartEntity, bulkScheduleStore } from '#data/reminders/bulk-schedules.ts';
import { ReminderMinuteEntity } from '#data/reminders/minutes.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { goOn } from '#data/reminders/stalled-schedules.ts';
import { moveUnit } from '#data/units/move-unit.ts';
import { unitStore } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { wiring } from '#functions/on-bulk-schedule/wiring.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { cancelTransactions } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { runningScope, scopeOf } from '#support/world.ts';
import { someUnits } from '../bulk-actions/support.ts';
import { aBatchLine, expectWorkerKilled, listOf, upload, work, workWithin } from './bulk-support.ts';

let line: Awaited<ReturnType<typeof aBatchLine>>;
let user: UserRecord;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['MYSCHEDULER'] });
  line = await aBatchLine();
});
afterEach(() => {
  cancelTransactions(0);
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const rowsOf = (units: readonly { UnitSerNum: string }[]) => units.map(({ UnitSerNum }) => ({ UnitSerNum }));

/** Uploads the units and lets a worker do them. */
async function scheduled(
  units: readonly { UnitSerNum: string }[],
  options: Parameters<typeof upload>[2] = {},
  as = user,
) {
  const { schedule } = await upload(as, rowsOf(units), options);
  expect(await work(...(await line.nextParts()))).toEqual([]);
  return schedule;
}

/** Every unit has one reminder, is counted once and audited once, in the order of the file. */
async function expectScheduledOnce(schedule: string, units: readonly { UnitSerNum: string }[]) {
  const { bulkSchedule, items } = await listOf(user, schedule);
  expect(bulkSchedule).toMatchObject({ isUnderWay: false, total: units.length, scheduled: units.length, failed: 0 });
  expect(items.map(({ UnitSerNum, state, tryCount }) => [UnitSerNum, state, tryCount])).toEqual(
    units.map(({ UnitSerNum }) => [UnitSerNum, 'scheduled', 1]),
  );
  for (const { UnitSerNum } of units) {
    expect(await reminderStore.list(UnitSerNum)).toMatchObject([{ Message: 'TestUnit', state: 'scheduled' }]);
    expect(await auditOf('unit', UnitSerNum)).toHaveLength(1);
  }
}

describe('a batch', () => {
  it('schedules a reminder for the unit of each row, and shows it with its fields [P1-B85 P1-B86 P1-C71 P1-C74 P1-E33]', async () => {
    const units = await someUnits(3, { dealer: 22 });
    const { UnitLineID, UnitID, UnitSerNum } = units[2]!;
    const rows = [...rowsOf(units.slice(0, 2)), { LineID: UnitLineID, UnitID }];
    const uploaded = await upload(user, rows, { minutesBetween: 5, timeZone: 'America/Chicago' });
    expect(uploaded).toMatchObject({ isUnderWay: true, total: 3, minutesBetween: 5, createdBy: user.UserName });
    await work(...(await line.nextParts()));
    const { bulkSchedule, items } = await listOf(user, uploaded.schedule);
    expect(bulkSchedule).toMatchObject({ isUnderWay: false, scheduled: 3, failed: 0 });
    expect(items[2]).toEqual({
      row: 2,
      LineID: UnitLineID,
      UnitID,
      UnitSerNum,
      state: 'scheduled',
      testType: 'TestUnit',
      ReminderTime: uploaded.startsAt,
      nextTest: uploaded.startsAt,
      lastScheduled: expect.any(String),
      tryCount: 1,
    });
    expect(await reminderStore.list(UnitSerNum)).toMatchObject([
      { MessageTime: uploaded.startsAt, timeZone: 'America/Chicago', createdBy: user.UserName, DealerKey: 22 },
    ]);
    expect(await auditOf('bulkSchedule', uploaded.schedule)).toMatchObject([
      { action: 'start bulk schedule', after: { type: 'TestUnit', units: 3, minutesBetween: 5 } },
    ]);
  });

  it('is the last of its type at its dealer, also by the name of the type [P1-C73]', async () => {
    const as = await aUser({ dealer: 49, flags: ['MYSCHEDULER'] });
    expect(await ask(reminders.last, { type: 'EatAMeal', as })).toEqual({ last: null });
    expect(await call(reminders.bulkSchedule, { schedule: 'EatAMeal', as })).toMatchObject({ status: 404 });
    await upload(as, [{ UnitSerNum: '000001' }], { type: 'EatAMeal' });
    const { schedule } = await upload(as, [{ UnitSerNum: '000002' }], { type: 'EatAMeal' });
    await line.nextParts();
    expect(await ask(reminders.last, { type: 'EatAMeal', as })).toMatchObject({ last: { schedule } });
    expect((await ask(reminders.bulkSchedule, { schedule: 'EatAMeal', as })).bulkSchedule.schedule).toBe(schedule);
    expect(await ask(reminders.last, { type: 'TestUnit', as })).toEqual({ last: null });
  });

  it('calls no more units in a minute than configured, also with another batch, and keeps the time between', async () => {
    vi.stubEnv('REMINDERS_PER_MINUTE', '2');
    const first = await someUnits(3, { dealer: 22 });
    const second = await someUnits(4, { dealer: 22 });
    const as = await aUser({ dealer: 22, flags: ['MYSCHEDULER'] });
    // Neither batch goes on in the window of the next day, which begins at another minute.
    setClock(Date.UTC(2026, 10, 25, 17));
    const [one, other] = [
      await scheduled(first, { minutesBetween: 10 }, as),
      await scheduled(second, { minutesBetween: 10 }, as),
    ];
    const lists = [await listOf(as, one), await listOf(as, other)];
    const minutes = lists.flatMap(({ items }) => items.map(({ ReminderTime }) => ReminderTime!));
    for (const [, alike] of Map.groupBy(minutes, (minute) => minute)) expect(alike.length).toBeLessThanOrEqual(2);
    const starts = lists.map(({ bulkSchedule }) => Date.parse(bulkSchedule.startsAt));
    for (const [index, { items }] of lists.entries())
      for (const { ReminderTime } of items)
        expect((Date.parse(ReminderTime!) - starts[index]!) % (10 * MINUTE)).toBe(0);
  });

  it('fails rows without a unit, of another dealer, of two units, and with a reminder already', async () => {
    const [own] = await someUnits(1, { dealer: 22 });
    const foreign = await aUnit({ dealer: 49 });
    await scheduled([own!]);
    const rows = [
      { UnitSerNum: own!.UnitSerNum },
      { UnitSerNum: foreign.UnitSerNum },
      { UnitSerNum: 'ZZZZZZ' },
      { LineID: 'NO', UnitID: '1' },
      { UnitSerNum: '' },
    ];
    const { schedule } = await upload(user, rows);
    await work(...(await line.nextParts()));
    const { bulkSchedule, items } = await listOf(user, schedule);
    expect(bulkSchedule).toMatchObject({ isUnderWay: false, scheduled: 0, failed: 5 });
    expect(items.map(({ reason }) => reason)).toEqual([
      'A reminder of this kind is already scheduled for the unit',
      ...Array(4).fill('There is no such unit'),
    ]);
  });

  it('replaces a reminder if asked to', async () => {
    const units = await someUnits(1, { dealer: 22 });
    const before = await scheduled(units);
    const after = await scheduled(units, { replace: true, minutesBetween: 2 });
    expect((await listOf(user, after)).items).toMatchObject([{ state: 'scheduled' }]);
    const [was] = (await listOf(user, before)).items;
    const [now] = (await listOf(user, after)).items;
    if (was!.ReminderTime !== now!.ReminderTime) expect(was!.state).toBe('withdrawn');
  });

  it('gives back the place in its minute of a reminder that is replaced, deleted or left behind', async () => {
    vi.stubEnv('REMINDERS_PER_MINUTE', '2');
    setClock(Date.UTC(2026, 10, 26, 17));
    const as = await aUser({ dealer: 220, flags: ['MYSCHEDULER', 'UNIT_EDIT', 'CUSTOMER_EDIT', 'ADMIN'] });
    const [one, other] = await someUnits(2, { dealer: 220, UnitStatus: 5 });
    const again = { replace: true, minutesBetween: 10 } as const;
    const dueOf = async (schedule: string) =>
      (await listOf(as, schedule)).items.map(({ ReminderTime }) => ReminderTime!);
    const placesOf = async (minute: string) =>
      (await ReminderMinuteEntity.get({ minute }).go({ consistent: true })).data?.count;

    const [minute = ''] = await dueOf(await scheduled([one!, other!], again, as));
    expect(await placesOf(minute)).toBe(2);
    // Both keep their place in the full minute.
    expect(await dueOf(await scheduled([one!, other!], again, as))).toEqual([minute, minute]);
    expect(await placesOf(minute)).toBe(2);

    await ask(reminders.remove, { UnitSerNum: other!.UnitSerNum, Message: 'TestUnit', as });
    expect(await placesOf(minute)).toBe(1);
    expect(await dueOf(await scheduled([one!], { ...again, type: 'EatAMeal' }, as))).toEqual([minute]);
    expect(await placesOf(minute)).toBe(2);

    // By hand it gets another time, outside the batches.
    const MessageTime = instant(Date.parse(minute) + HOUR).slice(0, 19);
    const byHand = {
      UnitSerNum: one!.UnitSerNum,
      Message: 'TestUnit',
      MessageTime,
      timeZone: 'UTC',
      replace: true,
    } as const;
    await ask(reminders.schedule, { ...byHand, as });
    expect(await placesOf(minute)).toBe(1);

    expect(await dueOf(await scheduled([one!], again, as))).toEqual([minute]);
    const unit = await unitStore.get(scopeOf(as), one!.UnitSerNum);
    const mover = await runningScope(as);
    await moveUnit(mover, unit, await dealerStore.get(mover, 2201), Date.now());
    expect(await placesOf(minute)).toBe(0);
  });

  it('gives a place back once, however often its reminder is saved at the same time', async () => {
    vi.stubEnv('REMINDERS_PER_MINUTE', '5');
    setClock(Date.UTC(2026, 10, 26, 18));
    const units = await someUnits(3, { dealer: 22 });
    const [{ ReminderTime: minute = '' } = {}] = (await listOf(user, await scheduled(units))).items;
    const { UnitSerNum } = units[0]!;
    const edited = {
      UnitSerNum,
      Message: 'TestUnit',
      MessageTime: minute.slice(0, 19),
      timeZone: 'UTC',
      was: minute,
    } as const;
    await Promise.all([1, 2, 3].map(() => call(reminders.schedule, { ...edited, as: user })));
    expect((await ReminderMinuteEntity.get({ minute }).go({ consistent: true })).data?.count).toBe(2);
  });

  it('fails a row if each minute of the next year is taken', async () => {
    vi.stubEnv('REMINDERS_PER_MINUTE', '1');
    setClock(Date.UTC(2026, 10, 27, 17));
    vi.spyOn(bulkScheduleRowStore, 'withRoom').mockResolvedValue(new Set());
    const [unit] = await someUnits(1, { dealer: 22 });
    const { schedule, startsAt } = await upload(user, rowsOf([unit!]), { minutesBetween: 30 });
    await ReminderMinuteEntity.put({
      minute: startsAt,
      count: 1,
      expiresAt: Math.floor(Date.now() / 1000) + 3600,
    }).go();
    expect(await work(...(await line.nextParts()))).toEqual([]);
    expect((await listOf(user, schedule)).items).toMatchObject([
      { state: 'failed', reason: 'Each minute of the next year has as many reminders as it may have' },
    ]);
  });

  it('of 20,000 rows is accepted at once, in parts whose rows begin one after the other', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      LineID: 'LINE1234',
      UnitID: String(100_000 + index),
    }));
    const { schedule, total } = await upload(user, rows);
    expect(total).toBe(20_000);
    const { data: stored } = await BulkSchedulePartEntity.query.bulkSchedulePart({ schedule }).go({ pages: 'all' });
    const data = stored.toSorted((one, other) => one.offset - other.offset);
    expect(data.map(({ offset }) => offset)).toEqual(Array.from({ length: 80 }, (_, index) => index * 250));
    expect(data.flatMap((part) => part.rows.map(({ row }) => row))).toEqual(rows.map((_, index) => index));
    expect(await line.nextParts()).toHaveLength(80);
  });

  it('that would take more than a year is refused', async () => {
    vi.stubEnv('REMINDERS_PER_MINUTE', '1');
    const rows = Array.from({ length: 7_000 }, (_, index) => ({ UnitSerNum: String(100_000 + index) }));
    expect(await call(reminders.upload, { type: 'TestUnit', rows, minutesBetween: 30, as: user })).toMatchObject({
      status: 422,
    });
  });

  it('is refused with other types, times between and no rows', async () => {
    const rows = [{ UnitSerNum: '400123' }];
    const refused: object[] = [
      { type: 'Dance', rows },
      { type: 'TestUnit', rows, minutesBetween: 7 },
      { type: 'TestUnit', rows: [] },
      { type: 'TestUnit', rows: [{}] },
      { type: 'TestUnit', rows: [{ LineID: 'C1' }] },
      { type: 'TestUnit', rows, timeZone: 'Mars/Base' },
    ];
    for (const input of refused) {
      const answer = await call(reminders.upload, { ...input, as: user } as never);
      expect(answer.status, JSON.stringify(input)).toBe(422);
    }
  });

  it('is hidden from other dealers', async () => {
    const { schedule } = await upload(user, [{ UnitSerNum: '000003' }]);
    await line.nextParts();
    const as = await aUser({ dealer: 49, flags: ['MYSCHEDULER'] });
    expect(await call(reminders.bulkSchedule, { schedule, as })).toMatchObject({ status: 404 });
    expect(await call(reminders.reschedule, { schedule, rows: [0], as })).toMatchObject({ status: 404 });
  });
});

describe('a reminder of a batch', () => {
  it('can be deleted, and its row says so [P1-B87]', async () => {
    const units = await someUnits(2, { dealer: 22 });
    const schedule = await scheduled(units);
    await ask(reminders.remove, { UnitSerNum: units[0]!.UnitSerNum, Message: 'TestUnit', as: user });
    expect((await listOf(user, schedule)).items.map(({ state }) => state)).toEqual(['withdrawn', 'scheduled']);
  });

  it('shows its last test when the unit carried it out, and none while it waits', async () => {
    const units = await someUnits(2, { dealer: 22 });
    const schedule = await scheduled(units);
    const [given] = (await listOf(user, schedule)).items;
    const { UnitSerNum, ReminderTime } = given as { UnitSerNum: string; ReminderTime: string };
    await reminderOutcomeStore.settle(
      { UnitSerNum, Message: 'TestUnit', MessageTime: ReminderTime },
      'sent',
      Date.now(),
    );
    const { items } = await listOf(user, schedule);
    expect(items[0]).toMatchObject({ state: 'sent', lastTest: ReminderTime });
    expect(items[0]).not.toHaveProperty('nextTest');
    expect(items[1]).toMatchObject({ state: 'scheduled', nextTest: expect.any(String) });
    expect(items[1]).not.toHaveProperty('lastTest');
  });

  it('that was missed or failed is scheduled again, with another try; others are not', async () => {
    const units = await someUnits(3, { dealer: 22 });
    const schedule = await scheduled(units.slice(0, 2));
    const { UnitSerNum, ReminderTime } = (await listOf(user, schedule)).items[0]!;
    await reminderOutcomeStore.settle(
      { UnitSerNum: UnitSerNum!, Message: 'TestUnit', MessageTime: ReminderTime! },
      'missed',
      Date.now(),
    );
    expect(await call(reminders.reschedule, { schedule, rows: [1], as: user })).toMatchObject({ status: 409 });
    expect(await ask(reminders.reschedule, { schedule, rows: [0, 0, 1, 7], as: user })).toMatchObject({
      isUnderWay: true,
    });
    const parts = await line.nextParts();
    await work(...parts, ...parts);
    const { bulkSchedule, items } = await listOf(user, schedule);
    expect(bulkSchedule).toMatchObject({ isUnderWay: false, total: 2, scheduled: 2, failed: 0 });
    expect(items.map(({ state, tryCount }) => [state, tryCount])).toEqual([
      ['scheduled', 2],
      ['scheduled', 1],
    ]);
    expect(items[0]!.nextTest).toBe((await reminderStore.get(UnitSerNum!, 'TestUnit'))?.MessageTime);
    expect(await auditOf('bulkSchedule', schedule)).toHaveLength(2);
  });

  it('that failed counts as scheduled after another try', async () => {
    const [unit] = await someUnits(1, { dealer: 22 });
    await scheduled([unit!]);
    const { schedule } = await upload(user, rowsOf([unit!]));
    await work(...(await line.nextParts()));
    expect((await listOf(user, schedule)).bulkSchedule).toMatchObject({ scheduled: 0, failed: 1 });
    await ask(reminders.remove, { UnitSerNum: unit!.UnitSerNum, Message: 'TestUnit', as: user });
    await ask(reminders.reschedule, { schedule, rows: [0], as: user });
    await work(...(await line.nextParts()));
    const { bulkSchedule, items } = await listOf(user, schedule);
    expect(bulkSchedule).toMatchObject({ scheduled: 1, failed: 0 });
    expect(items[0]).toMatchObject({ state: 'scheduled', tryCount: 1 });
    expect(items[0]).not.toHaveProperty('reason');
  });
});

describe('two people who schedule the same row again', () => {
  it('schedule it once, and it counts once', async () => {
    const [unit] = await someUnits(1, { dealer: 22 });
    await scheduled([unit!]);
    const { schedule } = await upload(user, rowsOf([unit!]), { replace: false });
    await work(...(await line.nextParts()));
    await ask(reminders.remove, { UnitSerNum: unit!.UnitSerNum, Message: 'TestUnit', as: user });
    const again = () => call(reminders.reschedule, { schedule, rows: [0], as: user });
    expect((await Promise.all([again(), again()])).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await again()).status).toBe(409);
    await work(...(await line.nextParts()));
    const { bulkSchedule, items } = await listOf(user, schedule);
    expect(bulkSchedule).toMatchObject({ isUnderWay: false, scheduled: 1, failed: 0 });
    expect(items[0]).toMatchObject({ state: 'scheduled', tryCount: 1 });
  });

  it('is refused if the rows were scheduled again since they were read', async () => {
    const [unit] = await someUnits(1, { dealer: 22 });
    await scheduled([unit!]);
    const { schedule } = await upload(user, rowsOf([unit!]));
    await work(...(await line.nextParts()));
    await ask(reminders.remove, { UnitSerNum: unit!.UnitSerNum, Message: 'TestUnit', as: user });
    const scope = scopeOf(user);
    const was = await bulkScheduleStore.get(scope, schedule);
    const rows = await bulkScheduleRowStore.openRows(was, [0]);
    await ask(reminders.reschedule, { schedule, rows: [0], as: user });
    await work(...(await line.nextParts()));
    await expect(
      bulkScheduleStore.reschedule(scope, was, { rows, startsAt: was.startsAt }, Date.now()),
    ).rejects.toThrow(
      withMessage('Reminders of this file are being scheduled right now. Please try again in a moment'),
    );
  });
});

describe('a batch whose message is a dead letter', () => {
  /** Nothing has happened for three hours. */
  async function stalled(units: readonly { UnitSerNum: string }[], { worker = async (_part: SQSRecord) => {} } = {}) {
    const { schedule } = await upload(user, rowsOf(units));
    const [dead] = await line.nextParts();
    await worker(dead!);
    const movedAt = instant(Date.now() - 3 * HOUR);
    await BulkScheduleEntity.patch({ schedule }).set({ movedAt }).go();
    return { schedule, dead: dead! };
  }
  /** A worker that dies after so many rows. */
  const dyingAfter = (rows: number) => async (part: SQSRecord) => {
    const store = bulkScheduleRowStore.schedule;
    let done = 0;
    const spy = vi.spyOn(bulkScheduleRowStore, 'schedule');
    spy.mockImplementation((...asked) =>
      done++ < rows ? store(...asked) : Promise.reject(new Error('The worker died')),
    );
    expect(await work(part)).toHaveLength(1);
    spy.mockRestore();
  };

  it('is under way for two hours, and then not finished', async () => {
    const { schedule } = await upload(user, [{ UnitSerNum: '000004' }]);
    await line.nextParts();
    expect((await listOf(user, schedule)).bulkSchedule).toMatchObject({ isUnderWay: true, isStalled: false });
    expect(await call(reminders.reschedule, { schedule, as: user })).toMatchObject({ status: 422 });
    await BulkScheduleEntity.patch({ schedule })
      .set({ movedAt: instant(Date.now() - 3 * HOUR) })
      .go();
    expect((await listOf(user, schedule)).bulkSchedule).toMatchObject({ isUnderWay: true, isStalled: true });
  });

  it('goes on with its rest, and the dead letter does nothing when it is redriven', async () => {
    const units = await someUnits(4, { dealer: 22 });
    const { schedule, dead } = await stalled(units, { worker: dyingAfter(2) });
    expect(await ask(reminders.reschedule, { schedule, as: user })).toMatchObject({
      isUnderWay: true,
      isStalled: false,
      scheduled: 2,
    });
    const rest = await line.nextParts();
    expect(rest).toHaveLength(1);
    expect(await work(dead, ...rest, dead)).toEqual([]);
    await expectScheduledOnce(schedule, units);
    expect(await auditOf('bulkSchedule', schedule)).toMatchObject([
      { action: 'start bulk schedule', after: { units: 4 } },
      { action: 'reschedule bulk schedule', after: { units: 2 } },
    ]);
  });

  it('schedules chosen rows again beside its rest, each once', async () => {
    const units = await someUnits(3, { dealer: 22 });
    const { schedule } = await stalled([{ UnitSerNum: 'ZZZZZZ' }, ...units], { worker: dyingAfter(1) });
    await ask(reminders.reschedule, { schedule, rows: [0, 1, 2, 3], as: user });
    const parts = await line.nextParts();
    expect(parts).toHaveLength(2);
    await work(...parts);
    const { bulkSchedule, items } = await listOf(user, schedule);
    expect(bulkSchedule).toMatchObject({ isUnderWay: false, total: 4, scheduled: 3, failed: 1 });
    expect(items.map(({ state, tryCount }) => [state, tryCount])).toEqual([
      ['failed', 0],
      ['scheduled', 1],
      ['scheduled', 1],
      ['scheduled', 1],
    ]);
  });

  it('goes on with the rest of each of its parts, and does every row once', async () => {
    const [first, last] = [await someUnits(2, { dealer: 22 }), await someUnits(2, { dealer: 22 })];
    const unknown = Array.from({ length: PART_ROWS - 2 }, (_, index) => ({ UnitSerNum: `Z${10_000 + index}` }));
    const { schedule } = await stalled([...first, ...unknown, ...last], { worker: dyingAfter(1) });
    expect(await ask(reminders.reschedule, { schedule, as: user })).toMatchObject({ scheduled: 1 });
    const parts = await line.nextParts();
    expect(parts).toHaveLength(2);
    expect(await work(...parts)).toEqual([]);
    const { bulkSchedule, items } = await listOf(user, schedule);
    const failed = unknown.length;
    expect(bulkSchedule).toMatchObject({ isUnderWay: false, total: failed + 4, scheduled: 4, failed });
    expect(items.filter(({ state }) => state === 'scheduled').map(({ UnitSerNum }) => UnitSerNum)).toEqual(
      [...first, ...last].map(({ UnitSerNum }) => UnitSerNum),
    );
  });

  it('ends if every row has its outcome already', async () => {
    const units = await someUnits(1, { dealer: 22 });
    const { schedule } = await stalled(units, {
      async worker(part) {
        vi.spyOn(bulkScheduleStore, 'finish').mockRejectedValueOnce(new Error('The table is busy'));
        expect(await work(part)).toHaveLength(1);
      },
    });
    expect(await ask(reminders.reschedule, { schedule, as: user })).toMatchObject({ isUnderWay: false, scheduled: 1 });
    expect(await line.nextParts()).toEqual([]);
    await expectScheduledOnce(schedule, units);
  });

  it('does not go on if a worker moves after all', async () => {
    const { schedule } = await stalled(await someUnits(1, { dealer: 22 }));
    const was = await bulkScheduleStore.byKey(schedule);
    await BulkScheduleEntity.patch({ schedule })
      .set({ movedAt: instant(Date.now()) })
      .go();
    await expect(goOn(scopeOf(user), was, was.startsAt, Date.now())).rejects.toThrow(
      withMessage('Reminders of this file are being scheduled right now. Please try again in a moment'),
    );
    expect(await line.nextParts()).toEqual([]);
  });

  it('leaves its rows to the new part, though a worker still has them', async () => {
    const units = await someUnits(2, { dealer: 22 });
    const { schedule, dead } = await stalled(units);
    const store = bulkScheduleRowStore.schedule;
    vi.spyOn(bulkScheduleRowStore, 'schedule').mockImplementationOnce(async (...asked) => {
      await ask(reminders.reschedule, { schedule, as: user });
      return store(...asked);
    });
    expect(await work(dead)).toEqual([]);
    expect((await listOf(user, schedule)).bulkSchedule).toMatchObject({ isUnderWay: true, scheduled: 0 });
    await work(...(await line.nextParts()));
    await expectScheduledOnce(schedule, units);
  });

  it('goes on once, though two people ask at once', async () => {
    const units = await someUnits(2, { dealer: 22 });
    const { schedule } = await stalled(units);
    await Promise.all([1, 2].map(() => call(reminders.reschedule, { schedule, as: user })));
    await work(...(await line.nextParts()));
    await expectScheduledOnce(schedule, units);
  });
});

describe('a worker of a batch', () => {
  it('does each row once, though each message and each change arrives twice', async () => {
    const units = await someUnits(30, { dealer: 22 });
    const { schedule } = await upload(user, rowsOf(units));
    const parts = await line.nextParts({ times: 2 });
    expect(parts).toHaveLength(2);
    await work(...parts);
    await work(...parts.toReversed());
    await expectScheduledOnce(schedule, units);
  });

  it('that is killed midway loses nothing and repeats nothing', async () => {
    const units = await someUnits(30, { dealer: 22 });
    const { schedule } = await upload(user, rowsOf(units));
    const parts = await line.nextParts();
    await expectWorkerKilled({ killedAt: 12 }, parts);
    const half = await listOf(user, schedule);
    expect(half.bulkSchedule).toMatchObject({ isUnderWay: true, scheduled: 0 });
    expect(half.items.length).toBeGreaterThan(0);
    expect(half.items.length).toBeLessThan(units.length);
    expect(await work(...parts)).toEqual([]);
    await expectScheduledOnce(schedule, units);
  });

  it('that meets another one at the same rows does each once', async () => {
    const units = await someUnits(12, { dealer: 22 });
    const { schedule } = await upload(user, rowsOf(units));
    const [part] = await line.nextParts();
    await Promise.all([work(part!), work(part!), work(part!)]);
    await work(part!);
    await expectScheduledOnce(schedule, units);
  });

  it('that cannot write returns its message, and another one finishes it', async () => {
    const units = await someUnits(2, { dealer: 22 });
    const { schedule } = await upload(user, rowsOf(units));
    const parts = await line.nextParts();
    cancelTransactions(1000);
    expect(await work(...parts)).toHaveLength(1);
    cancelTransactions(0);
    expect(await work(...parts)).toEqual([]);
    await expectScheduledOnce(schedule, units);
  });

  describe('that has its message for the last time', () => {
    const forTheLastTime = (part: SQSRecord) => ({
      ...part,
      attributes: { ...part.attributes, ApproximateReceiveCount: String(wiring.queue.maxReceiveCount) },
    });
    const GAVE_UP = 'The portal could not schedule it. Please schedule it again';

    it('fails a row that still cannot be scheduled, does the others, and the row can be scheduled again', async () => {
      const units = await someUnits(3, { dealer: 22 });
      const { schedule } = await upload(user, rowsOf(units));
      const [part] = await line.nextParts();
      const failing = vi.spyOn(bulkScheduleRowStore, 'schedule');
      failing.mockImplementationOnce(() => Promise.reject(new Error('The table is busy')));
      expect(await work(part!)).toHaveLength(1);
      failing.mockImplementationOnce(() => Promise.reject(new Error('The table is busy')));
      expect(await work(forTheLastTime(part!))).toEqual([]);
      failing.mockRestore();
      const { bulkSchedule, items } = await listOf(user, schedule);
      expect(bulkSchedule).toMatchObject({ isUnderWay: false, scheduled: 2, failed: 1 });
      expect(items.map(({ state, reason }) => [state, reason])).toEqual([
        ['failed', GAVE_UP],
        ['scheduled', undefined],
        ['scheduled', undefined],
      ]);
      await ask(reminders.reschedule, { schedule, rows: [0], as: user });
      expect(await work(...(await line.nextParts()))).toEqual([]);
      expect((await listOf(user, schedule)).bulkSchedule).toMatchObject({ scheduled: 3, failed: 0 });
    });

    it('gives the rows an outcome for which it has no time', async () => {
      const units = await someUnits(2, { dealer: 22 });
      const { schedule } = await upload(user, rowsOf(units));
      const [part] = await line.nextParts();
      expect(await workWithin(20_000, forTheLastTime(part!))).toEqual([]);
      const { bulkSchedule, items } = await listOf(user, schedule);
      expect(bulkSchedule).toMatchObject({ isUnderWay: false, scheduled: 0, failed: 2 });
      expect(items.map(({ reason }) => reason)).toEqual([GAVE_UP, GAVE_UP]);
    });

    it('leaves the part open if even that cannot be stored', async () => {
      const units = await someUnits(1, { dealer: 22 });
      const { schedule } = await upload(user, rowsOf(units));
      const [part] = await line.nextParts();
      cancelTransactions(1000);
      expect(await work(forTheLastTime(part!))).toHaveLength(1);
      cancelTransactions(0);
      expect((await listOf(user, schedule)).bulkSchedule).toMatchObject({ isUnderWay: true });
    });
  });

  it('fails the rows that are left when the rights of the asker have ended', async () => {
    const as = await aUser({ dealer: 22, flags: ['MYSCHEDULER'] });
    const units = await someUnits(2, { dealer: 22 });
    const { schedule } = await upload(as, rowsOf(units));
    const parts = await line.nextParts();
    await UserEntity.patch({ UserKey: as.UserKey }).set({ UserStatus: 0 }).go();
    await work(...parts);
    const { items } = await listOf(user, schedule);
    expect(items.map(({ reason }) => reason)).toEqual(
      Array(2).fill('The access with which the file was uploaded has ended'),
    );
    expect(await reminderStore.list(units[0]!.UnitSerNum)).toEqual([]);
  });

  it('gives no reminder a time that is over, however late it works', async () => {
    const units = await someUnits(1, { dealer: 22 });
    const { schedule } = await upload(user, rowsOf(units));
    const parts = await line.nextParts();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 60 * MINUTE });
    await work(...parts);
    const now = Date.now();
    vi.useRealTimers();
    const [row] = (await listOf(user, schedule)).items;
    expect(row!.ReminderTime! > instant(now)).toBe(true);
  });
});
