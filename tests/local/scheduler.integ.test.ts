import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localClient } from '#local/aws.ts';
import type { Running } from '#local/http.ts';
import { type RunningQueues, startQueues } from '#local/queues/start.ts';
import { startScheduler } from '#local/scheduler/start.ts';
import { type ManualClock, manualClock } from '#support/manual-clock.ts';
import { withMessage } from '#support/with-message.ts';
import { until } from './until.ts';

const BEGIN = Date.parse('2026-11-21T08:00:00Z');
const MINUTE = 60_000;

let queues: RunningQueues;
let sqs: SQSClient;
let running: Running;
let client: SchedulerClient;
let clock: ManualClock;
/** Each test has its own queue. */
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

async function start(options: Partial<Parameters<typeof startScheduler>[0]> = {}, begin = BEGIN) {
  clock = manualClock(begin);
  running = await startScheduler({
    port: 0,
    queuesUrl: queues.url,
    region: 'us-east-1',
    clock,
    groups: ['reminders'],
    onError: () => {},
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

/** Waits for `count` messages of the test's queue and returns all of them. */
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
  it('sends its input once, in time', async () => {
    const { ScheduleArn } = await create({ ScheduleExpressionTimezone: 'UTC' });
    expect(ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/default/u-1');
    clock.advance(59 * MINUTE);
    await nothingArrives();
    clock.advance(MINUTE);
    expect(await arrivals(1)).toEqual(['{"unit":"00A1B2"}']);
    clock.advance(24 * 60 * MINUTE);
    await nothingArrives();
    expect((await client.send(new GetScheduleCommand({ Name: 'u-1' }))).Name).toBe('u-1');
  });

  it('is deleted afterwards if it requests that', async () => {
    await create({ ActionAfterCompletion: 'DELETE' });
    clock.advance(60 * MINUTE);
    await arrivals(1);
    await expect(client.send(new GetScheduleCommand({ Name: 'u-1' }))).rejects.toThrow(ResourceNotFoundException);
  });

  it('runs at once if its time has passed', async () => {
    await create({ ScheduleExpression: 'at(2026-11-21T07:59:00)' });
    expect(await arrivals(1)).toHaveLength(1);
  });

  it('does not run after its deletion', async () => {
    await create();
    await client.send(new DeleteScheduleCommand({ Name: 'u-1' }));
    clock.advance(61 * MINUTE);
    await nothingArrives();
  });

  it('runs only at its new time after an update', async () => {
    await create();
    await client.send(new UpdateScheduleCommand(schedule({ ScheduleExpression: 'at(2026-11-21T10:00:00)' })));
    clock.advance(61 * MINUTE);
    await nothingArrives();
    clock.advance(60 * MINUTE);
    expect(await arrivals(1)).toHaveLength(1);
  });
});

describe('a failing target', () => {
  it('is retried, and then the message goes to the dead letters', async () => {
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
      SCHEDULE_ARN: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/u-1',
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
    await create();
    clock.advance(60 * MINUTE);
    await until(() => {
      clock.advance(1000);
      expect(delivered).toEqual(['{"unit":"00A1B2"}']);
    });
  });
});

describe('faults', () => {
  const switchTo = (faults: unknown) =>
    fetch(`${running.url}/_faults`, { method: 'PUT', body: JSON.stringify(faults) });

  it('can deliver twice', async () => {
    await switchTo({ twice: { times: 1 } });
    await create();
    clock.advance(60 * MINUTE);
    expect(await arrivals(2)).toHaveLength(2);
  });

  it('can throttle like the service', async () => {
    await switchTo({ status429: { times: 1 } });
    await expect(create()).rejects.toMatchObject({ name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } });
    await create();
  });
});

describe('a restart of the scheduler', () => {
  it('keeps schedules, and delivers missed ones at the start', async () => {
    const stateFolder = await mkdtemp(path.join(tmpdir(), 'watchkeep-scheduler-'));
    await running.close();
    await start({ stateFolder });
    await create({ ActionAfterCompletion: 'DELETE' });
    await create({ Name: 'u-2', ScheduleExpression: 'at(2026-11-23T09:00:00)' });
    await running.close();

    await start({ stateFolder }, BEGIN + 24 * 60 * MINUTE);
    expect(await arrivals(1)).toHaveLength(1);
    await expect(client.send(new GetScheduleCommand({ Name: 'u-1' }))).rejects.toThrow(ResourceNotFoundException);
    expect((await client.send(new GetScheduleCommand({ Name: 'u-2' }))).Name).toBe('u-2');
    await running.close();
    await rm(stateFolder, { recursive: true });
    await start();
  });

  it('repeats a delivery that was cut off by a crash', async () => {
    const stateFolder = await mkdtemp(path.join(tmpdir(), 'watchkeep-scheduler-'));
    const reached = vi.fn();
    const dying = await startScheduler({
      port: 0,
      queuesUrl: queues.url,
      stateFolder,
      clock: manualClock(BEGIN),
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

describe('the API of the scheduler', () => {
  it('returns a schedule with its defaults', async () => {
    await create({ GroupName: 'reminders' });
    const { $metadata, ...found } = await client.send(new GetScheduleCommand({ Name: 'u-1', GroupName: 'reminders' }));
    expect(found).toEqual({
      Arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/reminders/u-1',
      Name: 'u-1',
      GroupName: 'reminders',
      ScheduleExpression: 'at(2026-11-21T09:00:00)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'NONE',
      Target: {
        ...target(),
        Input: '{"unit":"00A1B2"}',
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      },
      CreationDate: new Date(BEGIN),
      LastModificationDate: new Date(BEGIN),
    });
  });

  it('replaces everything on update, except the creation time', async () => {
    await create({ ActionAfterCompletion: 'DELETE' });
    clock.advance(MINUTE);
    await client.send(new UpdateScheduleCommand(schedule()));
    expect(await client.send(new GetScheduleCommand({ Name: 'u-1' }))).toMatchObject({
      ActionAfterCompletion: 'NONE',
      CreationDate: new Date(BEGIN),
      LastModificationDate: new Date(BEGIN + MINUTE),
    });
  });

  it('refuses a second schedule of the same name', async () => {
    await create();
    await expect(create()).rejects.toThrow(ConflictException);
    await create({ GroupName: 'reminders' });
  });

  it.each([
    ['a name with a space', { Name: 'u 1' }],
    ['a name too long', { Name: 'u'.repeat(65) }],
    ['fractions of a second', { ScheduleExpression: 'at(2026-11-21T09:00:00.000)' }],
    ['a day that does not exist', { ScheduleExpression: 'at(2026-02-30T09:00:00)' }],
    ['a recurring expression, which the portal does not use', { ScheduleExpression: 'rate(1 hour)' }],
    ['a zone other than UTC, which the portal does not use', { ScheduleExpressionTimezone: 'Europe/Berlin' }],
    ['a member that the portal does not use', { Description: 'Weekly test' }],
  ])('refuses %s', async (_, input) => {
    await expect(create(input)).rejects.toThrow(ValidationException);
  });

  it.each([
    ['an input too large', { Input: 'x'.repeat(256 * 1024 + 1) }],
    ['too many retries', { RetryPolicy: { MaximumRetryAttempts: 186 } }],
    ['an event age too short', { RetryPolicy: { MaximumEventAgeInSeconds: 59 } }],
    ['an ARN that is not a role', { RoleArn: 'reminders' }],
    ['a FIFO queue for dead letters', { DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:000000000000:x.fifo' } }],
  ])('refuses a target with %s', async (_, part) => {
    await expect(create({ Target: { ...target(), ...part } })).rejects.toThrow(ValidationException);
  });

  it('names a missing schedule', async () => {
    await expect(create({ GroupName: 'none' })).rejects.toThrow(withMessage('Schedule group none does not exist.'));
    await expect(client.send(new UpdateScheduleCommand(schedule()))).rejects.toThrow(
      withMessage('Schedule u-1 does not exist.'),
    );
    await expect(client.send(new DeleteScheduleCommand({ Name: 'u-1' }))).rejects.toThrow(ResourceNotFoundException);
  });
});
