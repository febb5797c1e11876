import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { GetScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { type SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endScheduleName, type Reminder, scheduleName } from '#core/reminders/reminder.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerMoveEntity } from '#data/dealers/dealer-moves.ts';
import { DealerTreeEntity, TREE } from '#data/dealers/dealer-tree.ts';
import { tableName } from '#data/kit/table.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { PORTAL, RolloutEntity } from '#data/rollouts/entities.ts';
import { rolloutHold } from '#data/rollouts/rollout-hold.ts';
import { UnitConnectionEntity } from '#data/units/unit-connection-entity.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { lostChanges } from '#scripts/restore/lost-changes.ts';
import { pauseRollouts } from '#scripts/restore/pause-rollouts.ts';
import { raiseFences } from '#scripts/restore/raise-fences.ts';
import { restartWork } from '#scripts/restore/restart-work.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { scopeOf } from '#support/world.ts';
import { aRollout } from '../rollouts/a-rollout.ts';

let user: UserRecord;
let reactions: string;
let due: string;
let moves: string;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['MYSCHEDULER'] });
  reactions = (await aQueue()).url;
  const dueQueue = await aQueue();
  due = dueQueue.url;
  moves = (await aQueue()).url;
  Object.assign(process.env, {
    REMINDER_QUEUE_URL: due,
    REMINDER_QUEUE_ARN: dueQueue.arn,
    DEALER_MOVE_QUEUE_URL: moves,
  });
});

const bodies = async (url: string) => (await takeAll(url)).map(({ body }) => JSON.parse(body) as unknown);

/** Runs reactions as the portal does. All of them must succeed. */
async function react(messages: readonly SQSRecord[]): Promise<void> {
  for (const message of messages)
    expect(await invoke('on-reaction', eventOf(message))).toMatchObject({ batchItemFailures: [] });
}

describe('the work that queues and schedules have lost', () => {
  const scheduler = new SchedulerClient({});
  const given: Pick<Reminder, 'UnitSerNum' | 'Message'>[] = [];
  const schedule = async (Name: string) => {
    try {
      return await scheduler.send(new GetScheduleCommand({ Name, GroupName: process.env.REMINDER_GROUP }));
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  };
  /** Which schedules the reminder has: for its due time, for its end. */
  const hasSchedules = async (reminder: Reminder) => {
    const both = await Promise.all([scheduleName(reminder), endScheduleName(reminder)].map(schedule));
    return both.map((one) => one !== undefined);
  };
  /** A reminder whose schedules nobody has created: as a restored table contains it. */
  const aReminder = async (state: Reminder['state'], ahead: number) => {
    const unit = await aUnit();
    const { UnitSerNum } = unit;
    const reminder: Reminder = {
      UnitSerNum,
      Message: 'TestUnit',
      MessageTime: instant(Date.now() + ahead),
      timeZone: 'UTC',
      state: 'scheduled',
      createdBy: user.UserName,
    };
    await reminderStore.put(scopeOf(user), unit, reminder, { replace: false }, Date.now());
    given.push({ UnitSerNum, Message: 'TestUnit' });
    if (state !== 'scheduled') await ReminderEntity.patch({ UnitSerNum, Message: 'TestUnit' }).set({ state }).go();
    return reminder;
  };

  afterEach(async () => {
    for (const key of given.splice(0)) await ReminderEntity.delete(key).go();
  });

  it('is started again: schedules of reminders, once for each, however often it is repeated', async () => {
    const scheduled = await aReminder('scheduled', HOUR);
    const waiting = await aReminder('waiting', -MINUTE);
    const over = [await aReminder('sent', -MINUTE), await aReminder('missed', -HOUR)];
    expect(await restartWork(reactions)).toEqual({ reminders: 2, moves: 0 });
    const firstRun = await takeAll(reactions);
    // The first run was interrupted after one message.
    await react(firstRun.slice(0, 1));
    expect(await restartWork(reactions)).toEqual({ reminders: 2, moves: 0 });
    await react([...(await takeAll(reactions)), ...firstRun]);

    expect(await hasSchedules(scheduled)).toEqual([true, true]);
    expect(await hasSchedules(waiting)).toEqual([false, true]);
    for (const one of over) expect(await hasSchedules(one)).toEqual([false, false]);
    expect(await bodies(due)).toEqual([]);
    const { Target } = (await schedule(scheduleName(scheduled)))!;
    expect(JSON.parse(Target!.Input!)).toMatchObject({ MessageTime: scheduled.MessageTime });
  });

  it('belongs to the group of its unit, so that units share the queue fairly', async () => {
    const { UnitSerNum } = await aReminder('scheduled', HOUR);
    const send = vi.spyOn(SQSClient.prototype, 'send');
    await restartWork(reactions);
    const groups = send.mock.calls.map(([command]) => (command as SendMessageCommand).input.MessageGroupId);
    send.mockRestore();
    expect(groups).toEqual([UnitSerNum]);
    await takeAll(reactions);
  });

  it('includes reminders that came due since: they get their outcome', async () => {
    const reminder = await aReminder('scheduled', -2 * HOUR);
    const { UnitSerNum, Message, MessageTime } = reminder;
    await restartWork(reactions);
    await react(await takeAll(reactions));
    const message = { UnitSerNum, Message, MessageTime };
    expect(await bodies(due)).toEqual([message, message]);
    expect(await hasSchedules(reminder)).toEqual([false, false]);
  });

  it('includes the dealer move that holds the tree', async () => {
    await DealerTreeEntity.upsert(TREE).set({ moveId: 'move-1', from: '/1/22/', to: '/1/49/22/' }).go();
    expect(await restartWork(reactions)).toEqual({ reminders: 0, moves: 1 });
    await react(await takeAll(reactions));
    expect(await bodies(moves)).toEqual([{ moveId: 'move-1' }]);
    await DealerTreeEntity.delete(TREE).go();
    expect((await DealerMoveEntity.get({ moveId: 'move-1' }).go()).data).toBeNull();
  });
});

describe('the fences of a restored table', () => {
  it('are raised above those of reports in the queue', async () => {
    const { UnitSerNum } = await aUnit();
    const never = await aUnit();
    const claim = async () =>
      (await unitConnectionStore.claim(UnitSerNum, { bridgeId: 'bridge', bootId: 1, lastSequence: 0 }, Date.now()))!;
    await claim();
    const { data: stored } = await UnitConnectionEntity.get({ UnitSerNum }).go();
    await claim();
    const { fence: inQueue } = await claim();
    await UnitConnectionEntity.put(stored!).go();

    expect(await raiseFences()).toBe(1);
    expect(await raiseFences()).toBe(1);
    expect((await claim()).fence).toBeGreaterThan(inQueue);
    expect((await UnitConnectionEntity.get({ UnitSerNum: never.UnitSerNum }).go()).data).toBeNull();
  });
});

describe('the changes that a restore loses', () => {
  it('are those since its time, of all dealers, in order', async () => {
    const unit = await aUnit({ dealer: 220 });
    const other = await aUnit({ dealer: 49 });
    const reminder = (UnitSerNum: string) => ({
      UnitSerNum,
      Message: 'EatAMeal' as const,
      MessageTime: instant(Date.now() + HOUR),
      timeZone: 'UTC',
      state: 'scheduled' as const,
      createdBy: user.UserName,
    });
    const at = (minutes: number) => Date.UTC(2027, 0, 1, 12, minutes);
    await reminderStore.put(scopeOf(user), unit, reminder(unit.UnitSerNum), { replace: false }, at(0));
    await reminderStore.remove(scopeOf(user), unit, 'EatAMeal', at(10));
    await reminderStore.put(scopeOf(user), other, reminder(other.UnitSerNum), { replace: false }, at(5));
    expect(await lostChanges(new Date(at(1)))).toEqual([
      `2027-01-01T12:05:00.000Z  ${user.UserName}  schedule reminder  unit ${other.UnitSerNum}  (dealer 49)`,
      `2027-01-01T12:10:00.000Z  ${user.UserName}  delete reminder  unit ${unit.UnitSerNum}  (dealer 220)`,
    ]);
  });
});

describe('the rollouts of a restored table', () => {
  const stateOf = async ({ rolloutId }: { rolloutId: string }) =>
    (await RolloutEntity.get({ portal: PORTAL, rolloutId }).go()).data;

  it('rest until people have looked at them', async () => {
    const running = aRollout({ rolloutId: '01K0RAPPRAVE00000000000001', state: 'running', plan: { name: 'Autumn' } });
    const ended = aRollout({ rolloutId: '01K0RAPPRAVE00000000000002', state: 'ended' });
    for (const rollout of [running, ended]) await RolloutEntity.put(rollout).go();
    const mark = { rolloutId: running.rolloutId, stage: 0, isReturn: false };
    const unit = await aUnit();
    expect(await rolloutHold(mark, unit, Date.now())).toBeUndefined();
    expect(await pauseRollouts(Date.now())).toEqual(['Autumn']);
    expect(await stateOf(running)).toMatchObject({
      state: 'paused',
      // So that proposer and approver hear of it.
      pausedBySystem: true,
      reason: 'The table of the portal was restored, and does not know what people did with the rollout since then',
    });
    // An update that waits at its unit is not delivered meanwhile.
    expect(await rolloutHold(mark, unit, Date.now())).toBe('Its rollout is not running');
    expect(await stateOf(ended)).toMatchObject({ state: 'ended', revision: 0 });
    expect(await pauseRollouts(Date.now())).toEqual([]);
  });
});

describe('npm run restore', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/restore.ts'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, TABLE_NAME: '' },
    });

  it('works on the table that is named', () => {
    const { stdout, stderr, status } = run('lost', '--table', tableName(), '--since', '2027-01-01T12:06:00Z');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/delete reminder.*\n1 changes by people since 2027-01-01T12:06:00\.000Z\.\n$/);
  });

  it.each([
    [[]],
    [['table']],
    [['other', '--table', 'any']],
    [['lost', '--table', 'any', '--since', 'yesterday']],
    [['work', '--table', 'any']],
  ])('prints its usage and does nothing if called with %j', (args) => {
    const { stderr, status } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain('npm run restore -- STEP --table NAME');
  });
});
