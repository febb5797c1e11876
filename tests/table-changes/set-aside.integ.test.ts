import { GetScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import type { DynamoDBBatchResponse, DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkActionTopic } from '#core/live/messages.ts';
import { endScheduleName, type Reminder, scheduleName } from '#core/reminders/reminder.ts';
import { DAY, HOUR, instant, MINUTE, SECOND } from '#core/time.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { client, tableName } from '#data/kit/table.ts';
import { liveStore } from '#data/live/live.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import type { StoredUnit } from '#data/units/units.ts';
import type { StoredUser } from '#data/users/users.ts';
import { tellProgress } from '#functions/on-table-change/progress.ts';
import { pollStream } from '#local/streams/poll.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aSession, aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { aSilentServer } from '#support/silent-server.ts';
import { aStreamReader } from '#support/stream.ts';
import { scopeOf } from '#support/world.ts';

let user: StoredUser;
let scope: ReturnType<typeof scopeOf>;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
let setAsideUrl: string;
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
  setAsideUrl = (await aQueue()).url;
  process.env.SET_ASIDE_CHANGE_QUEUE_URL = setAsideUrl;
  await stream.next();
});
afterEach(() => {
  process.env.REMINDER_GROUP = group;
  client.middlewareStack.remove('fault');
});

/** Keeps a reminder for tomorrow; what follows from it are two schedules. */
async function aReminder({ unit, ahead = DAY }: { unit?: StoredUnit; ahead?: number } = {}) {
  const of = unit ?? (await aUnit());
  const reminder: Reminder = {
    UnitSerNum: of.UnitSerNum,
    Message: 'TakeMedication',
    MessageTime: instant(Date.now() + ahead),
    timeZone: 'UTC',
    state: 'scheduled',
    createdBy: 'x',
  };
  await reminderStore.put(scope, of, reminder, true, Date.now());
  return { reminder, unit: of };
}

/** A change that can never be followed: no schedule can have the name of its unit. */
const aPoisonedChange = async () => aReminder({ unit: { ...(await aUnit()), UnitSerNum: `no unit ${Date.now()}` } });

/** The changes of reminders since they were asked for last. */
const changes = async () =>
  (await stream.next()).filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('$reminder_'));
const followWith = async (milliseconds: number, ...Records: DynamoDBRecord[]) => {
  const { handler } = await import('#functions/on-table-change/handler.ts');
  const context = { functionName: 'on-table-change', getRemainingTimeInMillis: () => milliseconds };
  return (await handler({ Records }, context as never, undefined as never))?.batchItemFailures;
};
const follow = async (...Records: DynamoDBRecord[]) =>
  ((await invoke('on-table-change', { Records })) as DynamoDBBatchResponse).batchItemFailures;
const sequenceOf = (record: DynamoDBRecord | undefined) => ({ itemIdentifier: record?.dynamodb?.SequenceNumber });
const setAside = () => takeAll(setAsideUrl);
const followSetAside = async (...messages: SQSRecord[]) =>
  ((await invoke('on-set-aside-change', eventOf(...messages))) as DynamoDBBatchResponse).batchItemFailures;

const scheduler = new SchedulerClient({});
async function expressionOf(Name: string): Promise<string | undefined> {
  try {
    return (await scheduler.send(new GetScheduleCommand({ Name, GroupName: group }))).ScheduleExpression;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
/** Both schedules of a reminder are there, and say its own time. */
const isScheduled = async (reminder: Reminder) =>
  (await expressionOf(scheduleName(reminder))) === `at(${reminder.MessageTime.slice(0, 19)})` &&
  (await expressionOf(endScheduleName(reminder))) !== undefined;

/** Everything that a change needs of EventBridge Scheduler is away. */
const schedulerIsAway = () => {
  process.env.REMINDER_GROUP = 'no-such-group';
};
const schedulerIsBack = () => {
  process.env.REMINDER_GROUP = group;
};

describe('a change that cannot be followed', () => {
  it('stays where it is at first, and what comes after it waits', async () => {
    const [first, , last] = [await aReminder(), await aPoisonedChange(), await aReminder()];
    const records = await changes();
    setClock(Date.now() + 14 * MINUTE);
    expect(await follow(...records)).toEqual([sequenceOf(records[1])]);
    expect(await isScheduled(first.reminder)).toBe(true);
    expect(await isScheduled(last.reminder)).toBe(false);
    expect(await setAside()).toEqual([]);
  });

  it('is set aside whole after a quarter of an hour, and holds up nothing any more', async () => {
    const [first, , last] = [await aReminder(), await aPoisonedChange(), await aReminder()];
    const records = await changes();
    setClock(Date.now() + 16 * MINUTE);
    expect(await follow(...records)).toEqual([]);
    expect(await isScheduled(first.reminder)).toBe(true);
    expect(await isScheduled(last.reminder)).toBe(true);
    expect((await setAside()).map(({ body }) => JSON.parse(body))).toEqual([records[1]]);
  });

  it('stays where it is as long as the queue does not take it', async () => {
    await aPoisonedChange();
    const [record] = await changes();
    process.env.SET_ASIDE_CHANGE_QUEUE_URL = 'http://127.0.0.1:1/000000000000/nowhere';
    for (const later of [16 * MINUTE, 5 * HOUR]) {
      setClock(Date.now() + later);
      expect(await follow(record!)).toEqual([sequenceOf(record)]);
    }
  });

  it('counts, so that somebody is woken', async () => {
    await aPoisonedChange();
    const records = await changes();
    setClock(Date.now() + 16 * MINUTE);
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    const written: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
    try {
      await follow(...records);
    } finally {
      out.mockRestore();
      vi.unstubAllEnvs();
    }
    const measured = written.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));
    expect(measured).toContainEqual(expect.objectContaining({ service: 'watchkeep', SetAsideChanges: 1 }));
    expect(measured).toContainEqual(expect.objectContaining({ function: 'on-table-change', FailedMessages: 0 }));
  });

  it('because it hangs is one too', async () => {
    const { reminder } = await aReminder();
    const records = await changes();
    client.middlewareStack.add(() => () => new Promise(() => {}), { step: 'initialize', name: 'fault' });
    setClock(Date.now() + 16 * MINUTE);
    expect(await follow(...records)).toEqual([]);
    client.middlewareStack.remove('fault');
    const messages = await setAside();
    expect(messages).toHaveLength(1);
    expect(await followSetAside(...messages)).toEqual([]);
    expect(await isScheduled(reminder)).toBe(true);
  });

  it('because it ends the whole function is set aside untried when it comes alone after an hour', async () => {
    const given = [await aReminder(), await aReminder()];
    const [alone, ...inCompany] = [...(await changes()), ...(await aReminder().then(changes))];
    setClock(Date.now() + HOUR + MINUTE);
    expect(await follow(alone!)).toEqual([]);
    expect(await isScheduled(given[0]!.reminder)).toBe(false);
    expect((await setAside()).map(({ body }) => JSON.parse(body))).toEqual([alone]);
    expect(await follow(...inCompany)).toEqual([]);
    expect(await isScheduled(given[1]!.reminder)).toBe(true);
    expect(await setAside()).toEqual([]);
  });

  it('does not use up the time of those after it: what there is no time for comes again, and is no failure', async () => {
    const { reminder } = await aReminder();
    const [record] = await changes();
    // Following it may take 8 seconds, setting it aside 4, telling the news 3.
    expect(await followWith(15 * SECOND, record!)).toEqual([sequenceOf(record)]);
    expect(await isScheduled(reminder)).toBe(false);
    expect(await followWith(16 * SECOND, record!)).toEqual([]);
    expect(await isScheduled(reminder)).toBe(true);
  });
});

describe('what was set aside', () => {
  it('is tried again until what it needs is back, though everything failed meanwhile: nothing is lost', async () => {
    const given = [await aReminder(), await aReminder()];
    const records = await changes();
    schedulerIsAway();
    expect(await follow(...records)).toEqual([sequenceOf(records[0])]);
    setClock(Date.now() + 16 * MINUTE);
    expect(await follow(...records)).toEqual([]);
    const messages = await setAside();
    expect(messages).toHaveLength(2);
    expect(await followSetAside(messages[0]!)).toEqual([{ itemIdentifier: messages[0]!.messageId }]);
    schedulerIsBack();
    for (const message of [...messages, ...messages]) expect(await followSetAside(message)).toEqual([]);
    for (const { reminder } of given) expect(await isScheduled(reminder)).toBe(true);
  });

  it('undoes nothing that came after it: a reminder that was moved or deleted since', async () => {
    const moved = await aReminder();
    const deleted = await aReminder();
    const late = await changes();
    const { reminder } = await aReminder({ unit: moved.unit, ahead: 2 * DAY });
    await reminderStore.remove(scope, deleted.unit, 'TakeMedication', Date.now());
    expect(await follow(...(await changes()))).toEqual([]);
    setClock(Date.now() + 16 * MINUTE);
    schedulerIsAway();
    expect(await follow(...late)).toEqual([]);
    schedulerIsBack();
    for (const message of await setAside()) await followSetAside(message);
    expect(await isScheduled(reminder)).toBe(true);
    expect(await expressionOf(endScheduleName(moved.reminder))).toBeUndefined();
    expect(await expressionOf(scheduleName(deleted.reminder))).toBeUndefined();
    expect(await expressionOf(endScheduleName(deleted.reminder))).toBeUndefined();
  });

  it('undoes nothing that came after it: a reminder that was scheduled anew for the same time since its deletion', async () => {
    const { unit, reminder } = await aReminder();
    expect(await follow(...(await changes()))).toEqual([]);
    await reminderStore.remove(scope, unit, 'TakeMedication', Date.now());
    const late = await changes();
    await reminderStore.put(scope, unit, reminder, true, Date.now());
    expect(await follow(...(await changes()))).toEqual([]);
    expect(await follow(...late)).toEqual([]);
    expect(await isScheduled(reminder)).toBe(true);
  });
});

describe('the stream of the local runner', () => {
  it('goes on past a change that cannot be followed, once that was set aside', async () => {
    const poller = await pollStream({
      tableName: tableName(),
      functionName: 'on-table-change',
      endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB!,
      startingPosition: 'LATEST',
      idleMilliseconds: 20,
      retryMilliseconds: 20,
      invoke: (name, event) => invoke(name, event),
      onError: () => {},
    });
    try {
      await aPoisonedChange();
      const { reminder } = await aReminder();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await isScheduled(reminder)).toBe(false);
      setClock(Date.now() + 16 * MINUTE);
      await vi.waitFor(async () => expect(await isScheduled(reminder)).toBe(true), 15_000);
      expect(await setAside()).toHaveLength(1);
    } finally {
      await poller.stop();
    }
  });
});

describe('live news of a bulk action', () => {
  it('that cannot be told holds up no change', async () => {
    client.middlewareStack.add(() => () => Promise.reject(new Error('away')), { step: 'initialize', name: 'fault' });
    await expect(tellProgress({ bchKey: '1' } as never)).resolves.toBeUndefined();
  });

  it('is not waited for where telling it hangs: what was followed is done with', async () => {
    const gateway = await aSilentServer();
    const { url } = await aQueue();
    Object.assign(process.env, { LIVE_ENDPOINT: gateway.url, BULK_ACTION_QUEUE_URL: url });
    const units = [(await aUnit()).UnitSerNum];
    const order = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', units } as const;
    const { bchKey } = await bulkActionStore.create(scope, order, Date.now());
    const { sessionId } = await aSession(user);
    await liveStore.subscribe(bulkActionTopic(bchKey), { connectionId: 'a-browser', sessionId }, Date.now());
    const { reminder } = await aReminder();
    try {
      const records = await stream.next();
      const begun = performance.now();
      expect(await follow(...records)).toEqual([]);
      expect(performance.now() - begun).toBeLessThan(5 * SECOND);
      expect(gateway.taken()).toBeGreaterThan(0);
    } finally {
      await gateway.close();
    }
    expect(await isScheduled(reminder)).toBe(true);
    expect(await takeAll(url)).toHaveLength(1);
  });
});
