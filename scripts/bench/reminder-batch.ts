import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import type { BulkSchedule } from '#core/reminders/bulk-schedule.ts';
import { reminders } from '#core/reminders/contract.ts';
import { scheduleName } from '#core/reminders/reminder.ts';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { client, tableName } from '#data/kit/table.ts';
import { bulkScheduleStore } from '#data/reminders/bulk-schedules.ts';
import { UnitEntity } from '#data/units/units.ts';
import { handler as onBulkSchedule } from '#functions/on-bulk-schedule/handler.ts';
import { handler as onReaction } from '#functions/on-reaction/handler.ts';
import { handler as onTableChange } from '#functions/on-table-change/handler.ts';
import { handler } from '#functions/reminders/handler.ts';
import { QUEUES, TABLE_STREAM } from '#infra/wiring.ts';
import { createTable } from '#local/create-table.ts';
import { REMINDER_GROUP } from '#local/portal/values.ts';
import { pollQueue } from '#local/queues/poll.ts';
import { startQueues } from '#local/queues/start.ts';
import { startScheduler } from '#local/scheduler/start.ts';
import { pollStream } from '#local/streams/poll.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { DEALER, DEALER_USER } from './fleet.ts';
import type { Measure } from './measure.ts';

/** The largest file has 20,000 rows. DynamoDB Local does one transaction after the other, so its rows take long on a busy machine. */
const ROWS = Number(process.env.REMINDER_ROWS ?? 2_000);
const MOST_PER_MINUTE = 60;
/** From one schedule to the next. */
const LONGEST_WAIT = 10 * MINUTE;
const WORKERS = { 'bulk-schedule': onBulkSchedule, reaction: onReaction } as const;

/**
 * How long it takes until each row of an uploaded file is a schedule of its own: upload, workers, table, stream, reactions and EventBridge Scheduler, with the
 * batch sizes and workers of the deployment. It fails if a schedule is missing, or if a minute calls too many units.
 */
export const measure: Measure = async () => {
  await createTable(client, tableName());
  await seed({ count: 0, now: Date.now() }, () => {});
  const { token } = await signIn(DEALER_USER);
  const units = [...seedUnits({ count: ROWS, now: Date.now(), dealerKey: DEALER.DealerKey })];
  await writeAll(
    units.values().map((unit) => itemOf(UnitEntity, unit)),
    () => {},
  );
  const line = await startLine();
  try {
    const rows = units.map(({ UnitSerNum }) => ({ UnitSerNum }));
    const asked = { type: 'TestUnit', rows, timeZone: 'America/New_York', minutesBetween: 1 } as const;
    const begun = performance.now();
    const { schedule } = JSON.parse(await callEndpoint(handler, reminders.upload, asked, token)) as BulkSchedule;
    const accepted = performance.now() - begun;
    const isStored = async () => (await bulkScheduleStore.byKey(schedule)).openParts === 0;
    while (!(await isStored())) await sleep(SECOND);
    const stored = performance.now() - begun;
    const { scheduled, failed } = await bulkScheduleStore.byKey(schedule);
    if (scheduled !== ROWS) throw new Error(`${scheduled} of ${ROWS} rows are scheduled, ${failed} failed`);
    const times = await line.schedulesOf(rows.map(({ UnitSerNum }) => UnitSerNum));
    const whole = performance.now() - begun;
    const most = Math.max(
      ...Map.groupBy(times, (time) => time)
        .values()
        .map(({ length }) => length),
    );
    if (most > MOST_PER_MINUTE) throw new Error(`A minute calls ${most} units`);
    const detail = `stored after ${(stored / SECOND).toFixed(0)} s; accepted after ${accepted.toFixed(0)} ms; at most ${most} units in a minute`;
    const name = `a file of ${ROWS.toLocaleString('en-US')} rows becomes as many schedules`;
    return [{ name, value: whole / MINUTE, unit: 'min', samples: 1, detail }];
  } finally {
    await line.close();
  }
};

/** What follows an upload, as it is deployed. */
async function startLine() {
  const queues = await startQueues({ port: 0, queues: QUEUES, buckets: [] });
  const scheduler = await startScheduler({ port: 0, queuesUrl: queues.url, groups: [REMINDER_GROUP] });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: queues.url,
    AWS_ENDPOINT_URL_SCHEDULER: scheduler.url,
    REACTION_QUEUE_URL: queues.queueUrl('reaction'),
    ALARM_REACTION_QUEUE_URL: queues.queueUrl('alarm-reaction'),
    BULK_SCHEDULE_QUEUE_URL: queues.queueUrl('bulk-schedule'),
    REMINDERS_PER_MINUTE: String(MOST_PER_MINUTE),
    REMINDER_GROUP,
    REMINDER_QUEUE_ARN: 'arn:aws:sqs:us-east-1:000000000000:reminder',
    REMINDER_DEAD_LETTERS_ARN: 'arn:aws:sqs:us-east-1:000000000000:reminder-dead-letters',
    REMINDER_ROLE_ARN: 'arn:aws:iam::000000000000:role/reminders',
  });
  // A worker that a busy machine cuts off would be called again only after its queue's time.
  const contextOf = (functionName: string) =>
    ({ functionName, awsRequestId: 'bench', getRemainingTimeInMillis: () => HOUR }) as Context;
  const workers = Object.entries(WORKERS).map(([queue, worker]) => {
    const { consumer, batchSize, maximumConcurrency } = QUEUES.find(({ name }) => name === queue)!;
    return pollQueue({
      queueUrl: queues.queueUrl(queue),
      functionName: consumer,
      batchSize,
      ...(maximumConcurrency !== undefined && { concurrency: maximumConcurrency }),
      invoke: (name, event) => worker(event as never, contextOf(name)) as Promise<never>,
    });
  });
  const stream = await pollStream({
    tableName: tableName(),
    functionName: TABLE_STREAM.consumer,
    endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB!,
    batchSize: TABLE_STREAM.batchSize,
    startingPosition: 'LATEST',
    invoke: (name, event) => onTableChange(event as never, contextOf(name)) as Promise<unknown>,
  });
  const timeOf = async (UnitSerNum: string) => {
    const name = scheduleName({ UnitSerNum, Message: 'TestUnit' });
    const answer = await fetch(`${scheduler.url}/schedules/${encodeURIComponent(name)}?groupName=${REMINDER_GROUP}`);
    return answer.ok ? ((await answer.json()) as { ScheduleExpression: string }).ScheduleExpression : undefined;
  };
  return {
    /** Waits until each unit has its schedule; returns their times. Throws if one does not come. */
    async schedulesOf(serialNumbers: readonly string[]): Promise<string[]> {
      const times: string[] = [];
      let end = performance.now() + LONGEST_WAIT;
      for (const one of serialNumbers) {
        let time = await timeOf(one);
        for (; time === undefined; time = await timeOf(one)) {
          if (performance.now() > end) throw new Error(`${one} has no schedule after ${LONGEST_WAIT / MINUTE} minutes`);
          await sleep(SECOND / 2);
        }
        end = performance.now() + LONGEST_WAIT;
        times.push(time);
      }
      return times;
    },
    async close() {
      await Promise.all([...workers, stream].map((one) => one.stop()));
      await Promise.all([scheduler.close(), queues.close()]);
    },
  };
}
