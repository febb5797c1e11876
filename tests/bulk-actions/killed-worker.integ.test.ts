import { randomInt } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { beforeAll, expect, it } from 'vitest';
import { BulkActionShare } from '#core/bulk-actions/work.ts';
import { MINUTE } from '#core/time.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { IN_DEPTH } from '#support/depth.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import {
  aBulkActionLine,
  detailOf,
  expectDoneOnce,
  expectWorkerKilled,
  serialsOf,
  someUnits,
  switchOff,
  work,
} from './support.ts';

const ROWS = 100;
const KILLS = IN_DEPTH ? 10 : 3;
/** A worker does at most one row per operation, so the kills come before the last row. */
const LAST_OPERATION = 9;
const OPERATIONS = ['TransactWriteItems', 'GetItem'];
const WHEN = ['before', 'sent'] as const;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

beforeAll(someDealers);

it(`a bulk action loses and repeats no row if its worker is killed again and again (SEED=${seed})`, {
  timeout: 5 * MINUTE,
}, async () => {
  const random = seededRandom(seed);
  const user = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
  const line = await aBulkActionLine();
  const units = serialsOf(await someUnits(ROWS));
  await line.skipChanges();
  const { bchKey } = await switchOff(user, units);
  const shares = await line.nextShares();
  let before = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const death = {
      killedAt: random.between(2, LAST_OPERATION),
      operation: random.pick(OPERATIONS),
      when: random.pick(WHEN),
    };
    const open = openShares(shares, (await detailOf(user, bchKey)).rows);
    const duplicate = random.pick(shares);
    const delivered = [...open.sort(() => random.next() - 0.5), duplicate];
    await expectWorkerKilled(death, delivered);

    const { bulkAction, rows } = await detailOf(user, bchKey);
    const done = rows.filter(({ state }) => state === 'done').length;
    expect(bulkAction).toMatchObject({ done, failed: 0, total: ROWS });
    expect(bulkAction.state).toBe(done === 0 ? 'queued' : 'running');
    expect(done).toBeGreaterThanOrEqual(before);
    before = done;
  }
  expect(before).toBeGreaterThan(0);
  for (const share of openShares(shares, (await detailOf(user, bchKey)).rows)) expect(await work(share)).toEqual([]);
  await expectDoneOnce(user, bchKey, units);
});

/** The messages of the shares that have rows without an outcome: the queue delivers those again. */
function openShares(shares: readonly SQSRecord[], rows: readonly { UnitSerNum: string; state: string }[]): SQSRecord[] {
  const open = new Set(rows.filter(({ state }) => state === 'queued').map(({ UnitSerNum }) => UnitSerNum));
  return shares.filter(({ body }) => BulkActionShare.parse(JSON.parse(body)).units.some((unit) => open.has(unit)));
}
