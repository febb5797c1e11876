import { randomInt } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { unitStore } from '#data/units/units.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { rowsOf, runToEnd, sentFor, switchOffTagged, taggedUnits } from './query-support.ts';
import { detailOf, expectWorkerKilled, serialsOf, work } from './support.ts';

const ROWS = 5_000;
const KILLS = 10;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

beforeAll(someDealers);

it.runIf(process.env.TEST_DEPTH === 'deep')(
  `a bulk action on 5,000 units of a query loses and repeats no row if its worker is killed ten times (SEED=${seed})`,
  { timeout: 30 * MINUTE },
  async () => {
    const random = seededRandom(seed);
    const user = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    const units = serialsOf(await taggedUnits(ROWS, 'killed'));
    const { bchKey } = await switchOffTagged(user, 'killed');
    let before = 0;
    // What a killed worker had comes again. Each look at the action hands out the next rows.
    const messages: SQSRecord[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      messages.push(...(await sentFor(bchKey)));
      // Shares come in any order, and some twice.
      const delivered = [...messages, random.pick(messages)].sort(() => random.next() - 0.5);
      // The first five kills come while units are found.
      const death = { killedAt: random.between(2, 20), operation: random.pick(['TransactWriteItems', 'GetItem']) };
      await expectWorkerKilled(death, delivered);
      const { total, done, failed } = (await detailOf(user, bchKey)).bulkAction;
      const rows = await rowsOf(user, bchKey);
      expect(rows).toHaveLength(total);
      expect(rows.filter((row) => row.state === 'done')).toHaveLength(done);
      expect(failed).toBe(0);
      expect(total + done).toBeGreaterThanOrEqual(before);
      before = total + done;
      if (kill === KILLS / 2)
        while ((await detailOf(user, bchKey)).bulkAction.state === 'collecting') await work(...(await sentFor(bchKey)));
    }
    for (const message of messages) expect(await work(message)).toEqual([]);
    await runToEnd(bchKey);
    const rows = await rowsOf(user, bchKey);
    expect(rows.map(({ UnitSerNum, state }) => [UnitSerNum, state])).toEqual(
      units.toSorted().map((unit) => [unit, 'done']),
    );
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ state: 'finished', total: ROWS, done: ROWS });
    expect(new Set((await unitStore.getMany(user, units)).map(({ Report }) => Report))).toEqual(new Set([0]));
  },
);
