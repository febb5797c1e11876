import type { SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { reminders } from '#core/reminders/contract.ts';
import { SECOND } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { wiring } from '#functions/on-bulk-schedule/wiring.ts';
import { ask } from '#support/call.ts';
import { type Death, expectKilled } from '#support/doomed.ts';
import { invoke } from '#support/invoke.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

/** Runs a batch from its upload to the workers' queue, with a queue of the test file's own. */
export async function aBatchLine() {
  const queue = await aQueue();
  process.env.BULK_SCHEDULE_QUEUE_URL = queue.url;
  const stream = await aStreamReader();
  return {
    /** Follows the table changes since the last call, `times` times, and returns the messages for workers. */
    async nextParts({ times = 1 } = {}): Promise<SQSRecord[]> {
      await follow(
        (await stream.next()).filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'bulkSchedulePart'),
        { times },
      );
      return takeAll(queue.url);
    },
  };
}

/** Lets a worker with so much time handle messages; returns the failed ones. */
export const workWithin = async (milliseconds: number, ...parts: SQSRecord[]) =>
  (
    (await invoke('on-bulk-schedule', eventOf(...parts), milliseconds)) as {
      batchItemFailures: unknown[];
    }
  ).batchItemFailures;

/** Lets a worker handle messages; returns the failed ones. */
export const work = (...parts: SQSRecord[]) => workWithin(wiring.queue.consumerTimeoutSeconds * SECOND, ...parts);

/** Lets a worker in its own process begin, which is killed there. */
export const expectWorkerKilled = (death: Death, records: readonly SQSRecord[]) =>
  expectKilled('on-bulk-schedule', eventOf(...records), death);

type Uploaded = z.input<typeof reminders.upload.input>;

export const upload = (as: UserRecord, rows: Uploaded['rows'], options: Partial<Uploaded> = {}) =>
  ask(reminders.upload, { type: 'TestUnit', rows, ...options, as });

export const listOf = (as: UserRecord, schedule: string) =>
  ask(reminders.bulkSchedule, { schedule, pageSize: 1000, as });
