import type { SQSRecord } from 'aws-lambda';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask } from '#support/call.ts';
import { aUnit } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

/** Runs a bulk action from its request to the workers' queue, with a queue of the test file's own. */
export async function aBulkActionLine() {
  const queue = await aQueue();
  process.env.BULK_ACTION_QUEUE_URL = queue.url;
  const stream = await aStreamReader();

  /** Follows the table changes since the last call, `times` times, and returns the messages for workers. */
  async function nextShares({ times = 1 } = {}): Promise<SQSRecord[]> {
    const Records = await stream.next();
    await follow(Records, { times });
    return takeAll(queue.url);
  }

  return { nextShares };
}

/** Lets a worker handle messages; returns the failed ones. */
export const work = async (...shares: SQSRecord[]) =>
  ((await invoke('on-bulk-action', eventOf(...shares))) as { batchItemFailures: unknown[] }).batchItemFailures;

const AT_ONCE = 8;

export async function someUnits(count: number, options: Parameters<typeof aUnit>[0] = {}): Promise<UnitRecord[]> {
  const units: UnitRecord[] = [];
  while (units.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - units.length) }, () =>
      aUnit({ UnitModel: 'MXD-LTE', Report: 1, ...options }),
    );
    units.push(...(await Promise.all(some)));
  }
  return units;
}

export const serialsOf = (units: readonly UnitRecord[]) => units.map(({ UnitSerNum }) => UnitSerNum);

/** Turns the reporting of units off by a bulk action. */
export const switchOff = (as: UserRecord, units: string[]) =>
  ask(bulkActions.create, { units, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', as });

export const detailOf = (as: UserRecord, bchKey: string) => ask(bulkActions.detail, { bchKey, as });

export async function reportOf(UnitSerNum: string): Promise<number | undefined> {
  return (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data?.Report;
}
