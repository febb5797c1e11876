import type { SQSRecord } from 'aws-lambda';
import { expect } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitEntity } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { ask } from '#support/call.ts';
import { type Death, expectKilled } from '#support/doomed.ts';
import { aUnit } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { wiring } from '../../functions/on-bulk-action/wiring.ts';

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

  /** Skips the table changes since the last call, such as those of many new units. */
  const skipChanges = () => stream.next();

  return { nextShares, skipChanges, nextChanges: stream.next };
}

/** Lets a worker handle messages; returns the failed ones. */
export const work = (...shares: SQSRecord[]) => workFor(wiring.queue.consumerTimeoutSeconds * SECOND, ...shares);

/** The same for a worker with so many milliseconds left. */
export async function workFor(milliseconds: number, ...shares: SQSRecord[]): Promise<unknown[]> {
  const told = await invoke('on-bulk-action', eventOf(...shares), milliseconds);
  return (told as { batchItemFailures: unknown[] }).batchItemFailures;
}

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

/** Every unit was switched off once, counted once and audited once. */
export async function expectDoneOnce(as: UserRecord, bchKey: string, units: readonly string[]): Promise<void> {
  const { bulkAction, rows } = await detailOf(as, bchKey);
  expect(bulkAction).toMatchObject({ state: 'finished', total: units.length, done: units.length, failed: 0 });
  expect(rows.map(({ UnitSerNum, state }) => [UnitSerNum, state])).toEqual(units.map((unit) => [unit, 'done']));
  const found = await Promise.all(
    units.map(async (unit) => [unit, await reportOf(unit), (await auditOf('unit', unit)).length]),
  );
  expect(found).toEqual(units.map((unit) => [unit, 0, 1]));
}

/** Lets a worker in its own process begin, which is killed there. */
export const expectWorkerKilled = (death: Death, records: readonly SQSRecord[]) =>
  expectKilled('on-bulk-action', eventOf(...records), death);
