import { GetScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reminders } from '#core/reminders/contract.ts';
import { commandIdOf, endCheckTime, endScheduleName, originOf, type Reminder } from '#core/reminders/reminder.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { commandStore, EndedCommandEntity } from '#data/consoles/commands.ts';
import { DEALER_MOVED, DealerEntity } from '#data/dealers/dealers.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aQueue, takeAll } from '#support/queue.ts';
import { follow as followChanges } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

let user: UserRecord;
let queue: Awaited<ReturnType<typeof aQueue>>;
let stream: Awaited<ReturnType<typeof aStreamReader>>;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['MYSCHEDULER'] });
  queue = await aQueue();
  process.env.REMINDER_QUEUE_URL = queue.url;
  process.env.REMINDER_QUEUE_ARN = queue.arn;
  stream = await aStreamReader();
});

/** The local time in UTC, to the minute, some time ahead. */
const inUtc = (ahead: number) => instant(Date.now() + ahead).slice(0, 16);

const aReminder = (UnitSerNum: string, change: object = {}) => ({
  UnitSerNum,
  Message: 'TakeMedication' as const,
  MessageTime: inUtc(60 * MINUTE),
  timeZone: 'UTC',
  as: user,
  ...change,
});

describe('editing a reminder', () => {
  it('changes its time, with an audit entry from what to what', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const was = await ask(reminders.schedule, aReminder(UnitSerNum));
    const edited = aReminder(UnitSerNum, { MessageTime: inUtc(90 * MINUTE), was: was.MessageTime });
    const next = await ask(reminders.schedule, edited);
    expect((await ask(reminders.list, { UnitSerNum, as: user })).items).toEqual([next]);
    expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({
      action: 'change reminder',
      before: { MessageTime: was.MessageTime },
      after: { MessageTime: next.MessageTime },
    });
  });

  it('is refused if it was changed, deleted or given meanwhile', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const was = await ask(reminders.schedule, aReminder(UnitSerNum));
    await ask(reminders.schedule, aReminder(UnitSerNum, { MessageTime: inUtc(80 * MINUTE), replace: true }));
    const edited = aReminder(UnitSerNum, { MessageTime: inUtc(90 * MINUTE), was: was.MessageTime });
    expect((await call(reminders.schedule, edited)).status).toBe(409);
    await ask(reminders.remove, { UnitSerNum, Message: 'TakeMedication', as: user });
    expect((await call(reminders.schedule, edited)).status).toBe(409);
    expect((await ask(reminders.list, { UnitSerNum, as: user })).items).toEqual([]);
  });
});

describe('scheduling a reminder', () => {
  it('stores it in UTC, with its user and an audit entry [P2-C25 P2-C24]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const given = aReminder(UnitSerNum, { MessageTime: '2027-01-15T08:05', timeZone: 'America/Denver' });
    const reminder = await ask(reminders.schedule, given);
    expect(reminder).toEqual({
      UnitSerNum,
      Message: 'TakeMedication',
      MessageTime: '2027-01-15T15:05:00.000Z',
      timeZone: 'America/Denver',
      state: 'scheduled',
      createdBy: user.UserName,
      nextTest: '2027-01-15T15:05:00.000Z',
    });
    expect((await ask(reminders.list, { UnitSerNum, as: user })).items).toEqual([reminder]);
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'schedule reminder', actorKey: user.UserKey, dealerKey: 220 },
    ]);
  });

  it('and deleting one is refused while the unit has not followed its dealer to another place', async () => {
    const dealerAt = (dealerPath: string) =>
      DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath, tree: 'all' }).go();
    onTestFinished(async () => void (await dealerAt('/1/22/220/')));
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { nextTest: _, ...was } = await ask(reminders.schedule, aReminder(UnitSerNum));
    await dealerAt('/1/49/220/');
    const refused = { status: 409, body: { message: DEALER_MOVED } };
    expect(
      await call(reminders.schedule, aReminder(UnitSerNum, { replace: true, MessageTime: inUtc(DAY) })),
    ).toMatchObject(refused);
    expect(await call(reminders.schedule, aReminder(UnitSerNum, { Message: 'EatAMeal' }))).toMatchObject(refused);
    const gone = await call(reminders.remove, { UnitSerNum, Message: 'TakeMedication', as: user });
    expect(gone).toMatchObject(refused);
    expect(await reminderStore.list(UnitSerNum)).toMatchObject([was]);
  });

  it('refuses a time that is not in the future [P2-V02 P2-M42]', async () => {
    const { UnitSerNum } = await aUnit();
    const refused = { status: 422, body: { message: 'Please choose a date or time in the future' } };
    for (const MessageTime of [inUtc(-MINUTE), '2020-02-29T10:00', '2026-01-01T00:00:00'])
      expect(await call(reminders.schedule, aReminder(UnitSerNum, { MessageTime }))).toMatchObject(refused);
    expect((await ask(reminders.list, { UnitSerNum, as: user })).items).toEqual([]);
  });

  it('reads the time in the chosen zone [P2-V03]', async () => {
    const { UnitSerNum } = await aUnit();
    const wallClock = inUtc(-60 * MINUTE);
    const schedule = (timeZone: string) =>
      call(reminders.schedule, aReminder(UnitSerNum, { MessageTime: wallClock, timeZone }));
    expect((await schedule('UTC')).status).toBe(422);
    expect((await schedule('Asia/Tokyo')).status).toBe(422);
    expect((await schedule('Pacific/Honolulu')).status).toBe(200);
  });

  it('accepts the word immediately as a time [P2-E20]', async () => {
    const { UnitSerNum } = await aUnit();
    const before = Date.now();
    const { MessageTime } = await ask(reminders.schedule, aReminder(UnitSerNum, { MessageTime: 'immediately' }));
    expect(Date.parse(MessageTime)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(MessageTime)).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['a year and more ahead', { MessageTime: inUtc(370 * DAY) }, 'MessageTime'],
    ['at the end of time', { MessageTime: '9999-12-31T23:59' }, 'MessageTime'],
    ['at a wall-clock time that claims to be UTC', { MessageTime: `${inUtc(DAY)}Z` }, 'MessageTime'],
    ['on a day that does not exist', { MessageTime: '2027-02-29T10:00' }, 'MessageTime'],
    ['soon', { MessageTime: 'soon' }, 'MessageTime'],
    ['in an unknown zone', { timeZone: 'America/Gotham' }, 'timeZone'],
    ['of an unknown kind', { Message: 'Dance' }, 'Message'],
  ])('refuses one %s', async (_, change, path) => {
    const { UnitSerNum } = await aUnit();
    expect(await call(reminders.schedule, aReminder(UnitSerNum, change))).toMatchObject({
      status: 422,
      body: { issues: [{ path }] },
    });
  });

  it('replaces one of its kind only if told so', async () => {
    const { UnitSerNum } = await aUnit();
    await ask(reminders.schedule, aReminder(UnitSerNum));
    const later = aReminder(UnitSerNum, { MessageTime: inUtc(120 * MINUTE) });
    expect(await call(reminders.schedule, later)).toMatchObject({
      status: 409,
      body: { message: 'A reminder of this kind is already scheduled for the unit' },
    });
    const replaced = await ask(reminders.schedule, { ...later, replace: true });
    const other = await ask(reminders.schedule, aReminder(UnitSerNum, { Message: 'EatAMeal' }));
    expect((await ask(reminders.list, { UnitSerNum, as: user })).items).toEqual([other, replaced]);
  });

  it('replaces a sent one without being told so', async () => {
    const { UnitSerNum } = await aUnit();
    const first = await ask(reminders.schedule, aReminder(UnitSerNum));
    await reminderOutcomeStore.settle(first, 'sent', Date.now());
    expect((await call(reminders.schedule, aReminder(UnitSerNum))).status).toBe(200);
  });

  it('happens once for simultaneous requests', async () => {
    const { UnitSerNum } = await aUnit();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(reminders.schedule, aReminder(UnitSerNum))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('deleting a reminder', () => {
  it('removes it, with an audit entry [P2-C26 P1-C75]', async () => {
    const { UnitSerNum } = await aUnit();
    await ask(reminders.schedule, aReminder(UnitSerNum));
    const named = { UnitSerNum, Message: 'TakeMedication' as const, as: user };
    expect((await call(reminders.remove, named)).status).toBe(200);
    expect((await ask(reminders.list, { UnitSerNum, as: user })).items).toEqual([]);
    expect((await auditOf('unit', UnitSerNum)).map(({ action }) => action)).toEqual([
      'schedule reminder',
      'delete reminder',
    ]);
    expect(await call(reminders.remove, named)).toMatchObject({
      status: 404,
      body: { message: 'There is no such reminder' },
    });
  });
});

/** Makes the reminder due; its command then waits for the unit. */
async function queueCommand(reminder: Reminder) {
  const { UnitSerNum } = reminder;
  const command = {
    UnitSerNum,
    commandId: commandIdOf(reminder),
    command: 'PlayMultiMessage',
    arguments: { messages: '2' },
    validUntil: Date.now() + 60 * MINUTE,
    givenBy: reminder.createdBy,
    DealerKey: 22,
    origin: originOf(reminder),
  };
  expect(await reminderOutcomeStore.queueCommand(reminder, command, Date.now())).toBe(true);
  return command;
}

describe('a reminder that waits for its unit', () => {
  const waitingReminder = async () => {
    const { UnitSerNum } = await aUnit();
    const reminder = await ask(reminders.schedule, aReminder(UnitSerNum, { MessageTime: 'immediately' }));
    return { UnitSerNum, reminder, command: await queueCommand(reminder) };
  };
  const commandsOf = async (UnitSerNum: string, commandId: string) => ({
    waiting: (await commandStore.waiting(UnitSerNum)).map((one) => one.commandId),
    outcome: (await EndedCommandEntity.get({ UnitSerNum, commandId }).go()).data?.outcome,
  });

  it.each([
    [
      'deleted',
      (UnitSerNum: string) => ask(reminders.remove, { UnitSerNum, Message: 'TakeMedication', as: user }),
      undefined,
    ],
    ['moved', (UnitSerNum: string) => ask(reminders.schedule, aReminder(UnitSerNum)), 'scheduled'],
  ])(
    'is withdrawn with its command when it is %s',
    async (_, change: (UnitSerNum: string) => Promise<unknown>, state) => {
      const { UnitSerNum, reminder, command } = await waitingReminder();
      const { commandId } = command;
      await change(UnitSerNum);
      expect(await commandsOf(UnitSerNum, commandId)).toEqual({ waiting: [], outcome: 'withdrawn' });
      // Neither a bridge that knew it nor a late message can restore it.
      expect(await commandStore.markSent(UnitSerNum, commandId, Date.now(), async () => undefined)).toBe('ended');
      expect(await reminderOutcomeStore.queueCommand(reminder, command, Date.now())).toBe(false);
      expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
      const left = await reminderStore.get(UnitSerNum, 'TakeMedication');
      expect(left?.state).toBe(state);
      expect((await auditOf('unit', UnitSerNum)).length).toBe(2);
    },
  );

  it('leaves a command that its unit already has', async () => {
    const { UnitSerNum, command } = await waitingReminder();
    await commandStore.markSent(UnitSerNum, command.commandId, Date.now(), async () => undefined);
    await ask(reminders.remove, { UnitSerNum, Message: 'TakeMedication', as: user });
    expect(await commandsOf(UnitSerNum, command.commandId)).toEqual({
      waiting: [command.commandId],
      outcome: undefined,
    });
  });

  it('is deleted while it becomes due: its command is withdrawn, or was never sent', async () => {
    for (let time = 0; time < 5; time++) {
      const { UnitSerNum } = await aUnit();
      const reminder = await ask(reminders.schedule, aReminder(UnitSerNum, { MessageTime: 'immediately' }));
      const commandId = commandIdOf(reminder);
      const command = {
        UnitSerNum,
        commandId,
        command: 'Query',
        arguments: {},
        validUntil: 1,
        givenBy: 'somebody',
        DealerKey: 22,
      };
      await Promise.all([
        ask(reminders.remove, { UnitSerNum, Message: 'TakeMedication', as: user }),
        reminderOutcomeStore.queueCommand(reminder, command, Date.now()),
      ]);
      expect(await reminderStore.get(UnitSerNum, 'TakeMedication')).toBeUndefined();
      expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    }
  });
});

describe('the reactions to a reminder', () => {
  const scheduler = new SchedulerClient({});
  const scheduled = async (Name: string) => {
    try {
      return await scheduler.send(new GetScheduleCommand({ Name, GroupName: process.env.REMINDER_GROUP }));
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  };
  const follow = async () => {
    await followChanges(await stream.next());
    return (await takeAll(queue.url)).map(({ body }) => JSON.parse(body));
  };

  beforeAll(async () => {
    await stream.next();
    await takeAll(queue.url);
  });

  it('create a schedule for its due time in UTC that deletes itself', async () => {
    const { UnitSerNum } = await aUnit();
    expect(process.env.REMINDER_DEAD_LETTERS_ARN).toMatch(/:reminder-dead-letters$/);
    const { MessageTime } = await ask(reminders.schedule, aReminder(UnitSerNum));
    expect(await follow()).toEqual([]);
    expect(await scheduled(`${UnitSerNum}-TakeMedication`)).toMatchObject({
      ScheduleExpression: `at(${MessageTime.slice(0, 19)})`,
      ScheduleExpressionTimezone: 'UTC',
      ActionAfterCompletion: 'DELETE',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: queue.arn,
        DeadLetterConfig: { Arn: process.env.REMINDER_DEAD_LETTERS_ARN },
        Input: JSON.stringify({ UnitSerNum, Message: 'TakeMedication', MessageTime }),
      },
    });
  });

  it('create a second one for its end, with the same message', async () => {
    const { UnitSerNum } = await aUnit();
    const reminder = await ask(reminders.schedule, aReminder(UnitSerNum));
    expect(await follow()).toEqual([]);
    const { MessageTime } = reminder;
    expect(await scheduled(endScheduleName(reminder))).toMatchObject({
      ScheduleExpression: `at(${endCheckTime(reminder).toISOString().slice(0, 19)})`,
      ActionAfterCompletion: 'DELETE',
      Target: { Arn: queue.arn, Input: JSON.stringify({ UnitSerNum, Message: 'TakeMedication', MessageTime }) },
    });
    const moved = await ask(
      reminders.schedule,
      aReminder(UnitSerNum, { MessageTime: inUtc(3 * 60 * MINUTE), replace: true }),
    );
    await follow();
    expect(await scheduled(endScheduleName(reminder))).toBeUndefined();
    expect(await scheduled(endScheduleName(moved))).toBeDefined();
    await ask(reminders.remove, { UnitSerNum, Message: 'TakeMedication', as: user });
    await follow();
    expect(await scheduled(endScheduleName(moved))).toBeUndefined();
  });

  it('send its end message at once if the stream is later than the end', async () => {
    const { UnitSerNum } = await aUnit();
    const reminder = await ask(reminders.schedule, aReminder(UnitSerNum, { MessageTime: 'immediately' }));
    setClock(endCheckTime(reminder).getTime() + 1);
    const due = { UnitSerNum, Message: 'TakeMedication', MessageTime: reminder.MessageTime };
    expect(await follow()).toEqual([due, due]);
    expect(await scheduled(endScheduleName(reminder))).toBeUndefined();
  });

  it('update and delete its schedules with it', async () => {
    const { UnitSerNum } = await aUnit();
    const name = `${UnitSerNum}-TakeMedication`;
    await ask(reminders.schedule, aReminder(UnitSerNum));
    await follow();
    const moved = await ask(
      reminders.schedule,
      aReminder(UnitSerNum, { MessageTime: inUtc(3 * 60 * MINUTE), replace: true }),
    );
    await follow();
    expect((await scheduled(name))?.ScheduleExpression).toBe(`at(${moved.MessageTime.slice(0, 19)})`);
    await ask(reminders.remove, { UnitSerNum, Message: 'TakeMedication', as: user });
    await follow();
    expect(await scheduled(name)).toBeUndefined();
  });

  it('send a message at once, without a schedule, if it is due now', async () => {
    const { UnitSerNum } = await aUnit();
    await ask(reminders.schedule, aReminder(UnitSerNum));
    await follow();
    const now = await ask(reminders.schedule, aReminder(UnitSerNum, { MessageTime: 'immediately', replace: true }));
    expect(await follow()).toEqual([{ UnitSerNum, Message: 'TakeMedication', MessageTime: now.MessageTime }]);
    expect(await scheduled(`${UnitSerNum}-TakeMedication`)).toBeUndefined();
  });

  it('do nothing if only its state changes', async () => {
    const { UnitSerNum } = await aUnit();
    const reminder = await ask(reminders.schedule, aReminder(UnitSerNum, { MessageTime: 'immediately' }));
    expect(await follow()).toHaveLength(1);
    await queueCommand(reminder);
    await reminderOutcomeStore.settle(reminder, 'sent', Date.now());
    expect((await reminderStore.get(UnitSerNum, reminder.Message))?.state).toBe('sent');
    expect(await follow()).toEqual([]);
  });

  it('create one schedule even if the record arrives twice', async () => {
    const { UnitSerNum } = await aUnit();
    await ask(reminders.schedule, aReminder(UnitSerNum));
    const Records = await stream.next();
    await followChanges(Records, { times: 2 });
    expect(await scheduled(`${UnitSerNum}-TakeMedication`)).toBeDefined();
    expect(await takeAll(queue.url)).toEqual([]);
  });
});
