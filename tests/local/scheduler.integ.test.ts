import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localClient } from '#local/aws.ts';
import { type Clock, createClock } from '#local/clock.ts';
import type { Running } from '#local/http.ts';
import { type RunningQueues, startQueues } from '#local/queues/start.ts';
import { startScheduler } from '#local/scheduler/start.ts';
import { until } from './until.ts';

const BEGIN = Date.parse('2026-11-21T08:00:00Z');
const MINUTE = 60_000;

let queues: RunningQueues;
let sqs: SQSClient;
let running: Running;
let client: SchedulerClient;
let clock: Clock;
/** Each test has a queue of its own. */
let queue = 0;

beforeAll(async () => {
  const names = Array.from({ length: 50 }, (_, index) => `reminder-${index}`);
  queues = await startQueues({
    port: 0,
    queues: names.map((name) => ({ name, visibilitySeconds: 60, maxReceiveCount: 5 })),
    buckets: [],
    region: 'us-east-1',
  });
  sqs = new SQSClient(localClient(queues.url, 'us-east-1'));
});
afterAll(() => queues.close());

async function start(options: Partial<Parameters<typeof startScheduler>[0]> = {}) {
  clock = options.clock ?? createClock(BEGIN);
  running = await startScheduler({
    port: 0,
    queuesUrl: queues.url,
    region: 'us-east-1',
    clock,
    onError: () => {},
    random: () => 0.5,
    ...options,
  });
  client = new SchedulerClient({ ...localClient(running.url, 'us-east-1'), maxAttempts: 1 });
}

const name = () => `reminder-${queue}`;
const target = () => ({ Arn: queues.queueArn(name()), RoleArn: 'arn:aws:iam::000000000000:role/reminders' });
const schedule = (input: Partial<CreateScheduleCommandInput> = {}): CreateScheduleCommandInput => ({
  Name: 'u-1',
  ScheduleExpression: 'at(2026-11-21T09:00:00)',
  FlexibleTimeWindow: { Mode: 'OFF' },
  ...input,
  Target: { ...target(), Input: '{"unit":"00A1B2"}', ...input.Target } as CreateScheduleCommandInput['Target'],
});
const create = (input?: Partial<CreateScheduleCommandInput>) => client.send(new CreateScheduleCommand(schedule(input)));

async function receive(from = name()): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queues.queueUrl(from),
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages;
}

/** Everything that arrives on the test's queue, once `count` messages have. */
async function arrivals(count: number, from?: string): Promise<(string | undefined)[]> {
  const bodies: (string | undefined)[] = [];
  await until(async () => {
    bodies.push(...(await receive(from)).map(({ Body }) => Body));
    expect(bodies.length).toBeGreaterThanOrEqual(count);
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  bodies.push(...(await receive(from)).map(({ Body }) => Body));
  return bodies;
}
const nothingArrives = async () => expect(await arrivals(0)).toEqual([]);

beforeEach(async () => {
  queue += 1;
  await start();
});
afterEach(() => running.close());

describe('a one-time schedule', () => {
  it('sends its input once, at its time in its zone', async () => {
    const { ScheduleArn } = await create({
      ScheduleExpression: 'at(2026-11-21T10:00:00)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
    });
    expect(ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/default/u-1');
    clock.advance(59 * MINUTE);
    await nothingArrives();
    clock.advance(MINUTE);
    expect(await arrivals(1)).toEqual(['{"unit":"00A1B2"}']);
    clock.advance(24 * 60 * MINUTE);
    await nothingArrives();
    expect((await client.send(new GetScheduleCommand({ Name: 'u-1' }))).Name).toBe('u-1');
  });

  it('is gone afterwards when it asked for that', async () => {
    await create({ ActionAfterCompletion: 'DELETE' });
    clock.advance(60 * MINUTE);
    await arrivals(1);
    await expect(client.send(new GetScheduleCommand({ Name: 'u-1' }))).rejects.toThrow(ResourceNotFoundException);
  });

  it('runs at once when its time has passed already', async () => {
    await create({ ScheduleExpression: 'at(2026-11-21T07:59:00)' });
    expect(await arrivals(1)).toHaveLength(1);
  });

  it('fills in the words of its context', async () => {
    const words = ['schedule-arn', 'scheduled-time', 'attempt-number', 'execution-id', 'unknown-word'];
    const Input = JSON.stringify(words.map((word) => `<aws.scheduler.${word}>`));
    await create({ Target: { ...target(), Input } });
    clock.advance(61 * MINUTE);
    const [body] = await arrivals(1);
    expect(JSON.parse(body!)).toEqual([
      'arn:aws:scheduler:us-east-1:000000000000:schedule/default/u-1',
      '2026-11-21T09:00:00Z',
      '1',
      expect.stringMatching(/^[0-9a-f]{16}$/),
      '<aws.scheduler.unknown-word>',
    ]);
  });

  it('does not run while it is disabled, nor after it was deleted', async () => {
    await create({ State: 'DISABLED' });
    await create({ Name: 'u-2' });
    await client.send(new DeleteScheduleCommand({ Name: 'u-2' }));
    clock.advance(61 * MINUTE);
    await nothingArrives();
  });

  it('runs at its new time only, when it was replaced', async () => {
    await create();
    await client.send(new UpdateScheduleCommand(schedule({ ScheduleExpression: 'at(2026-11-21T10:00:00)' })));
    clock.advance(61 * MINUTE);
    await nothingArrives();
    clock.advance(60 * MINUTE);
    expect(await arrivals(1)).toHaveLength(1);
  });

  it('falls into its flexible window', async () => {
    await create({ FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 30 } });
    clock.advance(60 * MINUTE + 14 * MINUTE);
    await nothingArrives();
    clock.advance(MINUTE);
    expect(await arrivals(1)).toHaveLength(1);
  });
});

describe('a recurring schedule', () => {
  it('runs again and again, and is deleted after its end', async () => {
    await create({
      ScheduleExpression: 'rate(1 hour)',
      StartDate: new Date(BEGIN + 60 * MINUTE),
      EndDate: new Date(BEGIN + 120 * MINUTE),
      ActionAfterCompletion: 'DELETE',
      Target: { ...target(), Input: '<aws.scheduler.scheduled-time>' },
    });
    clock.advance(60 * MINUTE);
    expect(await arrivals(1)).toEqual(['2026-11-21T09:00:00Z']);
    clock.advance(60 * MINUTE);
    expect(await arrivals(1)).toEqual(['2026-11-21T10:00:00Z']);
    await until(() =>
      expect(client.send(new GetScheduleCommand({ Name: 'u-1' }))).rejects.toThrow(ResourceNotFoundException),
    );
  });

  it('runs once, not many times, after a time when it could not', async () => {
    await create({
      ScheduleExpression: 'cron(0 * * * ? *)',
      Target: { ...target(), Input: '<aws.scheduler.scheduled-time>' },
    });
    clock.advance(5 * 60 * MINUTE + MINUTE);
    expect(await arrivals(1)).toEqual(['2026-11-21T13:00:00Z']);
  });
});

describe('a target that fails', () => {
  it('is tried again, and then the message goes to the dead letters', async () => {
    const missing = queues.queueArn('no-such-queue');
    const deadLetters = `${name()}-dead-letters`;
    await create({
      ActionAfterCompletion: 'DELETE',
      Target: {
        ...target(),
        Arn: missing,
        RetryPolicy: { MaximumRetryAttempts: 2 },
        DeadLetterConfig: { Arn: queues.queueArn(deadLetters) },
      },
    });
    clock.advance(60 * MINUTE);
    let buried: Message[] = [];
    await until(async () => {
      clock.advance(1000);
      buried = await receive(deadLetters);
      expect(buried).toHaveLength(1);
    });
    const attributes = Object.fromEntries(
      Object.entries(buried[0]?.MessageAttributes ?? {}).map(([key, { StringValue }]) => [key, StringValue]),
    );
    expect(buried[0]?.Body).toBe('{"unit":"00A1B2"}');
    expect(attributes).toMatchObject({
      ERROR_CODE: 'QueueDoesNotExist',
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
      RETRY_ATTEMPTS: '2',
      SCHEDULED_TIME: '2026-11-21T09:00:00Z',
      SCHEDULE_ARN: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/u-1',
      TARGET_ARN: missing,
    });
    await expect(client.send(new GetScheduleCommand({ Name: 'u-1' }))).rejects.toThrow(ResourceNotFoundException);
  });

  it('gets the message when it recovers', async () => {
    let failures = 2;
    const delivered: string[] = [];
    await running.close();
    await start({
      deliver: async ({ body }) => {
        failures -= 1;
        if (failures >= 0) throw new Error('unreachable');
        delivered.push(body);
      },
    });
    await create({ Target: { ...target(), Input: '<aws.scheduler.attempt-number>' } });
    clock.advance(60 * MINUTE);
    await until(() => {
      clock.advance(1000);
      expect(delivered).toEqual(['3']);
    });
  });
});

describe('faults', () => {
  const switchTo = (faults: unknown) =>
    fetch(`${running.url}/_faults`, { method: 'PUT', body: JSON.stringify(faults) });

  it('delivers late', async () => {
    await switchTo({ late: { milliseconds: 90_000, times: 1 } });
    await create();
    clock.advance(60 * MINUTE);
    await nothingArrives();
    clock.advance(90_000);
    expect(await arrivals(1)).toHaveLength(1);
  });

  it('delivers twice', async () => {
    await switchTo({ twice: { times: 1 } });
    await create();
    clock.advance(60 * MINUTE);
    expect(await arrivals(2)).toHaveLength(2);
  });

  it('throttles as the service does', async () => {
    await switchTo({ status429: { times: 1 } });
    await expect(create()).rejects.toMatchObject({ name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } });
    await create();
  });

  it('moves its time ahead on demand', async () => {
    await create();
    await fetch(`${running.url}/_clock`, { method: 'POST', body: '{"advanceSeconds":3600}' });
    expect(await arrivals(1)).toHaveLength(1);
  });
});

describe('a restart', () => {
  it('keeps schedules, and delivers at the start what was missed', async () => {
    const stateFolder = await mkdtemp(path.join(tmpdir(), 'watchkeep-scheduler-'));
    await running.close();
    await start({ stateFolder });
    await create({ ActionAfterCompletion: 'DELETE' });
    await create({ Name: 'u-2', ScheduleExpression: 'at(2026-11-23T09:00:00)' });
    await running.close();

    await start({ stateFolder, clock: createClock(BEGIN + 24 * 60 * MINUTE) });
    expect(await arrivals(1)).toHaveLength(1);
    const { Schedules } = await client.send(new ListSchedulesCommand({}));
    expect(Schedules?.map(({ Name }) => Name)).toEqual(['u-2']);
    await running.close();
    await rm(stateFolder, { recursive: true });
    await start();
  });

  it('delivers again what was under way when the process died', async () => {
    const stateFolder = await mkdtemp(path.join(tmpdir(), 'watchkeep-scheduler-'));
    const reached = vi.fn();
    const dying = await startScheduler({
      port: 0,
      queuesUrl: queues.url,
      stateFolder,
      clock: createClock(BEGIN),
      deliver: () => {
        reached();
        return new Promise(() => {});
      },
    });
    const other = new SchedulerClient(localClient(dying.url, 'us-east-1'));
    await other.send(new CreateScheduleCommand(schedule({ ScheduleExpression: 'at(2026-11-21T08:00:00)' })));
    await until(() => expect(reached).toHaveBeenCalled());

    await running.close();
    await start({ stateFolder });
    expect(await arrivals(1)).toEqual(['{"unit":"00A1B2"}']);
  });
});

describe('the API', () => {
  it('gives back what it was given, with its defaults', async () => {
    const StartDate = new Date(BEGIN + MINUTE);
    await create({ ScheduleExpression: 'rate(2 days)', StartDate, Description: 'Weekly test' });
    const { $metadata, ...found } = await client.send(new GetScheduleCommand({ Name: 'u-1' }));
    expect(found).toEqual({
      Arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/u-1',
      Name: 'u-1',
      GroupName: 'default',
      ScheduleExpression: 'rate(2 days)',
      ScheduleExpressionTimezone: 'UTC',
      StartDate,
      Description: 'Weekly test',
      State: 'ENABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'NONE',
      Target: { ...target(), Input: '{"unit":"00A1B2"}' },
      CreationDate: new Date(BEGIN),
      LastModificationDate: new Date(BEGIN),
    });
  });

  it('replaces everything on update', async () => {
    await create({ Description: 'old' });
    clock.advance(MINUTE);
    await client.send(new UpdateScheduleCommand(schedule()));
    const found = await client.send(new GetScheduleCommand({ Name: 'u-1' }));
    expect(found.Description).toBeUndefined();
    expect(found.CreationDate).toEqual(new Date(BEGIN));
    expect(found.LastModificationDate).toEqual(new Date(BEGIN + MINUTE));
  });

  it('knows a repeated create by its token, and refuses another of the same name', async () => {
    await create({ ClientToken: 'first' });
    await create({ ClientToken: 'first' });
    await expect(create({ ClientToken: 'second' })).rejects.toThrow(ConflictException);
    await expect(create({ ClientToken: 'first', Description: 'other' })).rejects.toThrow(ConflictException);
  });

  it('lists by group, prefix and state, page by page', async () => {
    await client.send(new CreateScheduleGroupCommand({ Name: 'reminders' }));
    for (const Name of ['a-1', 'a-2', 'a-3', 'b-1']) await create({ Name, GroupName: 'reminders' });
    await create({ Name: 'a-4', State: 'DISABLED' });

    const pages: (string | undefined)[][] = [];
    let NextToken: string | undefined;
    do {
      const page = await client.send(new ListSchedulesCommand({ MaxResults: 2, NamePrefix: 'a-', NextToken }));
      pages.push(page.Schedules!.map(({ Name }) => Name));
      NextToken = page.NextToken;
    } while (NextToken);
    expect(pages).toEqual([
      ['a-4', 'a-1'],
      ['a-2', 'a-3'],
    ]);
    const names = async (filter: object) =>
      (await client.send(new ListSchedulesCommand(filter))).Schedules?.map(({ Name }) => Name);
    expect(await names({ GroupName: 'reminders' })).toEqual(['a-1', 'a-2', 'a-3', 'b-1']);
    expect(await names({ State: 'DISABLED' })).toEqual(['a-4']);
    expect(await names({ NamePrefix: 'A-' })).toEqual([]);
  });

  it('deletes a group with its schedules, but never the default one', async () => {
    await client.send(new CreateScheduleGroupCommand({ Name: 'reminders' }));
    await expect(client.send(new CreateScheduleGroupCommand({ Name: 'reminders' }))).rejects.toThrow(ConflictException);
    const group = await client.send(new GetScheduleGroupCommand({ Name: 'reminders' }));
    expect(group).toMatchObject({ Name: 'reminders', State: 'ACTIVE', CreationDate: new Date(BEGIN) });
    await create({ GroupName: 'reminders' });
    await client.send(new DeleteScheduleGroupCommand({ Name: 'reminders' }));
    await expect(client.send(new GetScheduleCommand({ Name: 'u-1', GroupName: 'reminders' }))).rejects.toThrow(
      ResourceNotFoundException,
    );
    await expect(client.send(new DeleteScheduleGroupCommand({ Name: 'default' }))).rejects.toThrow(ValidationException);
    const { ScheduleGroups } = await client.send(new ListScheduleGroupsCommand({}));
    expect(ScheduleGroups?.map(({ Name }) => Name)).toEqual(['default']);
    clock.advance(61 * MINUTE);
    await nothingArrives();
  });

  it.each([
    ['a name with a space', { Name: 'u 1' }],
    ['a name too long', { Name: 'u'.repeat(65) }],
    ['an expression with fractions', { ScheduleExpression: 'at(2026-11-21T09:00:00.000)' }],
    ['an unknown zone', { ScheduleExpressionTimezone: 'Mars/Olympus' }],
    ['a window for a schedule without', { FlexibleTimeWindow: { Mode: 'OFF' as const, MaximumWindowInMinutes: 5 } }],
    ['no window for a flexible one', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const } }],
    ['a window too long', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const, MaximumWindowInMinutes: 1441 } }],
    ['a start long ago', { ScheduleExpression: 'rate(1 day)', StartDate: new Date(BEGIN - 6 * MINUTE) }],
    ['an end before now', { ScheduleExpression: 'rate(1 day)', EndDate: new Date(BEGIN - MINUTE) }],
    ['a description too long', { Description: 'x'.repeat(513) }],
  ])('refuses %s', async (_, input) => {
    await expect(create(input)).rejects.toThrow(ValidationException);
  });

  it.each([
    ['an input too large', { Input: 'x'.repeat(256 * 1024 + 1) }],
    ['too many retries', { RetryPolicy: { MaximumRetryAttempts: 186 } }],
    ['an event age too short', { RetryPolicy: { MaximumEventAgeInSeconds: 59 } }],
    ['a role that is none', { RoleArn: 'reminders' }],
    ['a FIFO queue for dead letters', { DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:000000000000:x.fifo' } }],
    ['a message group for a standard queue', { SqsParameters: { MessageGroupId: 'unit' } }],
  ])('refuses a target with %s', async (_, part) => {
    await expect(create({ Target: { ...target(), ...part } })).rejects.toThrow(ValidationException);
  });

  it('says what is not there', async () => {
    await expect(create({ GroupName: 'none' })).rejects.toThrow('Schedule group none does not exist.');
    await expect(client.send(new UpdateScheduleCommand(schedule()))).rejects.toThrow('Schedule u-1 does not exist.');
    await expect(client.send(new DeleteScheduleCommand({ Name: 'u-1' }))).rejects.toThrow(ResourceNotFoundException);
  });
});
