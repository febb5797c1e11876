import { GetScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkActionTopic } from '#core/live/messages.ts';
import { endScheduleName, type Reminder, scheduleName } from '#core/reminders/reminder.ts';
import { DAY, instant, SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { startBulkAction } from '#data/bulk-actions/start.ts';
import { client, tableName } from '#data/kit/table.ts';
import { liveStore } from '#data/live/live.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { pollQueue } from '#local/queues/poll.ts';
import { pollStream } from '#local/streams/poll.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aSession, aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow, reactionsTo } from '#support/reactions.ts';
import { aSilentServer } from '#support/silent-server.ts';
import { aStreamReader } from '#support/stream.ts';
import { scopeOf } from '#support/world.ts';

let user: UserRecord;
let scope: ReturnType<typeof scopeOf>;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
const group = process.env.REMINDER_GROUP!;

beforeAll(async () => {
  await someDealers();
  user = await aUser();
  scope = scopeOf(user);
  const queue = await aQueue();
  Object.assign(process.env, { REMINDER_QUEUE_URL: queue.url, REMINDER_QUEUE_ARN: queue.arn });
  stream = await aStreamReader();
});
beforeEach(async () => {
  await stream.next();
});
afterEach(() => {
  process.env.REMINDER_GROUP = group;
  client.middlewareStack.remove('fault');
});

/** Stores a reminder for tomorrow, which has two schedules. */
async function aReminder({ unit, ahead = DAY }: { unit?: UnitRecord; ahead?: number } = {}) {
  const of = unit ?? (await aUnit());
  const reminder: Reminder = {
    UnitSerNum: of.UnitSerNum,
    Message: 'TakeMedication',
    MessageTime: instant(Date.now() + ahead),
    timeZone: 'UTC',
    state: 'scheduled',
    createdBy: 'x',
  };
  await reminderStore.put(scope, of, reminder, { replace: true }, Date.now());
  return { reminder, unit: of };
}

/** A reminder that can never be scheduled, because its unit's name is invalid in the name of a schedule. */
const aPoisonedReminder = async () => aReminder({ unit: await aUnit({ UnitSerNum: `no unit ${Date.now()}` }) });

/** The changes of reminders since the last call. */
const changes = async () =>
  (await stream.next()).filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('$reminder_'));
const sequenceOf = (record: DynamoDBRecord | undefined) => ({ itemIdentifier: record?.dynamodb?.SequenceNumber });
const NO_FAILURE = { batchItemFailures: [] };
const failureOf = ({ messageId }: SQSRecord) => ({ batchItemFailures: [{ itemIdentifier: messageId }] });
const react = (message: SQSRecord) => invoke('on-reaction', eventOf(message));

const scheduler = new SchedulerClient({});
async function expressionOf(Name: string): Promise<string | undefined> {
  try {
    return (await scheduler.send(new GetScheduleCommand({ Name, GroupName: group }))).ScheduleExpression;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
/** Checks that both schedules of a reminder exist, with its time. */
const isScheduled = async (reminder: Reminder) =>
  (await expressionOf(scheduleName(reminder))) === `at(${reminder.MessageTime.slice(0, 19)})` &&
  (await expressionOf(endScheduleName(reminder))) !== undefined;

/** Makes EventBridge Scheduler unavailable for reactions. */
const schedulerIsAway = () => {
  process.env.REMINDER_GROUP = 'no-such-group';
};
const schedulerIsBack = () => {
  process.env.REMINDER_GROUP = group;
};

describe('the reaction to a table change', () => {
  it('does not delay later changes if it fails', async () => {
    await aPoisonedReminder();
    const { reminder } = await aReminder();
    const { answer, messages } = await reactionsTo(await changes());
    expect(answer).toEqual(NO_FAILURE);
    const [poisoned, good] = messages.toSorted((one) => (one.body.includes('no unit') ? -1 : 1));
    expect(await react(poisoned!)).toEqual(failureOf(poisoned!));
    expect(await react(good!)).toEqual(NO_FAILURE);
    expect(await isScheduled(reminder)).toBe(true);
  });

  it('stays in the stream while the queue accepts nothing', async () => {
    await aReminder();
    const [record] = await changes();
    process.env.REACTION_QUEUE_URL = 'http://127.0.0.1:1/000000000000/nowhere';
    expect(await invoke('on-table-change', { Records: [record] })).toEqual({ batchItemFailures: [sequenceOf(record)] });
  });

  it('counts its failures, so that the alarm fires', async () => {
    await aPoisonedReminder();
    const { messages } = await reactionsTo(await changes());
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
    try {
      await react(messages[0]!);
    } finally {
      out.mockRestore();
      vi.unstubAllEnvs();
    }
    const measured = written.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));
    expect(measured).toContainEqual(expect.objectContaining({ function: 'on-reaction', FailedMessages: 1 }));
  });

  it('whose message cannot be created goes to the queue with the whole change, and fails there', async () => {
    const image = { __edb_e__: { S: 'event' }, __edb_v__: { S: '1' }, UnitSerNum: { S: '400220' } };
    const record = { dynamodb: { NewImage: image, SequenceNumber: '1' } } as DynamoDBRecord;
    const { reminder } = await aReminder();
    const { answer, messages } = await reactionsTo([record, ...(await changes())]);
    expect(answer).toEqual(NO_FAILURE);
    const whole = messages.find(({ body }) => JSON.parse(body).record)!;
    expect(JSON.parse(whole.body).record).toEqual(record);
    expect(await react(whole)).toEqual(failureOf(whole));
    for (const message of messages) await react(message);
    expect(await isScheduled(reminder)).toBe(true);
  });

  it('is retried until its service is back: nothing is lost or done twice', async () => {
    const given = [await aReminder(), await aReminder()];
    schedulerIsAway();
    const { messages } = await reactionsTo(await changes());
    expect(messages).toHaveLength(2);
    for (const message of messages) expect(await react(message)).toEqual(failureOf(message));
    schedulerIsBack();
    for (const message of [...messages, ...messages]) expect(await react(message)).toEqual(NO_FAILURE);
    for (const { reminder } of given) expect(await isScheduled(reminder)).toBe(true);
  });
});

describe('a late reaction', () => {
  it('does not undo later changes: a reminder that was moved or deleted since', async () => {
    const moved = await aReminder();
    const deleted = await aReminder();
    const late = await reactionsTo(await changes());
    const { reminder } = await aReminder({ unit: moved.unit, ahead: 2 * DAY });
    await reminderStore.remove(scope, deleted.unit, 'TakeMedication', Date.now());
    await follow(await changes());
    for (const message of late.messages) expect(await react(message)).toEqual(NO_FAILURE);
    expect(await isScheduled(reminder)).toBe(true);
    expect(await expressionOf(endScheduleName(moved.reminder))).toBeUndefined();
    expect(await expressionOf(scheduleName(deleted.reminder))).toBeUndefined();
    expect(await expressionOf(endScheduleName(deleted.reminder))).toBeUndefined();
  });

  it('does not undo later changes: a reminder that was deleted and scheduled again for the same time', async () => {
    const { unit, reminder } = await aReminder();
    await follow(await changes());
    await reminderStore.remove(scope, unit, 'TakeMedication', Date.now());
    const late = await changes();
    await reminderStore.put(scope, unit, reminder, { replace: true }, Date.now());
    await follow(await changes());
    await follow(late);
    expect(await isScheduled(reminder)).toBe(true);
  });

  it('leaves the schedules of the current reminder, with simultaneous changes', async () => {
    const first = await aReminder();
    const { reminder } = await aReminder({ unit: first.unit, ahead: 2 * DAY });
    const { messages } = await reactionsTo(await changes());
    await Promise.all([...messages, ...messages].map(react));
    expect(await isScheduled(reminder)).toBe(true);
    expect(await expressionOf(endScheduleName(first.reminder))).toBeUndefined();
  });

  it('does nothing that a simultaneous change of the reminder does not want', async () => {
    const first = await aReminder();
    const [message] = (await reactionsTo(await changes())).messages;
    const moved: Reminder = { ...first.reminder, MessageTime: instant(Date.now() + 2 * DAY) };
    // The other change and its reactions run between reading the reminder and scheduling it.
    let read = false;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (call) => {
          const answer = await next(call);
          if (!String(commandName).startsWith('Get') || read || !JSON.stringify(call.input).includes('$reminder_'))
            return answer;
          read = true;
          await reminderStore.put(scope, first.unit, moved, { replace: true }, Date.now());
          await follow(await changes());
          return answer;
        },
      { step: 'initialize', name: 'fault' },
    );
    expect(await react(message!)).toEqual(NO_FAILURE);
    expect(read).toBe(true);
    expect(await isScheduled(moved)).toBe(true);
    expect(await expressionOf(endScheduleName(first.reminder))).toBeUndefined();
  });
});

describe('the local runner', () => {
  it('runs reactions, and continues after one that fails', async () => {
    const { url } = await aQueue();
    process.env.REACTION_QUEUE_URL = url;
    const polling = { invoke: (name: string, event: unknown) => invoke(name, event), onError: () => {} };
    const pollers = [
      await pollStream({
        tableName: tableName(),
        functionName: 'on-table-change',
        endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB!,
        startingPosition: 'LATEST',
        idleMilliseconds: 20,
        retryMilliseconds: 20,
        ...polling,
      }),
      pollQueue({
        queueUrl: url,
        functionName: 'on-reaction',
        batchSize: 1,
        concurrency: 1,
        waitSeconds: 1,
        ...polling,
      }),
    ];
    try {
      await aPoisonedReminder();
      const { reminder } = await aReminder();
      await vi.waitFor(async () => expect(await isScheduled(reminder)).toBe(true), 15_000);
    } finally {
      await Promise.all(pollers.map((poller) => poller.stop()));
    }
  });
});

describe('the live message of a bulk action', () => {
  async function aWatchedBulkAction() {
    process.env.BULK_ACTION_QUEUE_URL = (await aQueue()).url;
    const units = [(await aUnit()).UnitSerNum];
    const order = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', units } as const;
    const { bchKey } = await startBulkAction(scope, order, Date.now());
    const { sessionId } = await aSession(user);
    await liveStore.open('a-browser', sessionId, Date.now());
    await liveStore.subscribe(bulkActionTopic(bchKey), { connectionId: 'a-browser', sessionId }, Date.now());
    return (await stream.next()).filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('$bulkAction_'));
  }

  it('does not delay a change if it cannot be published', async () => {
    const records = await aWatchedBulkAction();
    client.middlewareStack.add(() => () => Promise.reject(new Error('away')), { step: 'initialize', name: 'fault' });
    const { answer, messages } = await reactionsTo(records);
    expect(answer).toEqual(NO_FAILURE);
    expect(messages).toHaveLength(1);
  });

  it('is not waited for if publishing hangs', async () => {
    const gateway = await aSilentServer();
    process.env.LIVE_ENDPOINT = gateway.url;
    const records = await aWatchedBulkAction();
    try {
      const begun = performance.now();
      const { answer, messages } = await reactionsTo(records);
      expect(answer).toEqual(NO_FAILURE);
      expect(performance.now() - begun).toBeLessThan(5 * SECOND);
      expect(gateway.taken()).toBeGreaterThan(0);
      for (const message of messages) expect(await react(message)).toEqual(NO_FAILURE);
    } finally {
      await gateway.close();
    }
    expect(await takeAll(process.env.BULK_ACTION_QUEUE_URL!)).toHaveLength(1);
  });
});
