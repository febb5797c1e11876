import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_MATCHING } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { DEALERS, dealerItem } from '#scripts/seed/dealers.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { isKilled } from '#support/doomed.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { rowsOf, runToEnd, sentFor, switchOffTagged, taggedUnits } from './query-support.ts';
import { aBulkActionLine, detailOf, expectWorkerKilled, reportOf, serialsOf, work, workFor } from './support.ts';

let user: UserRecord;
const FLAGS = ['UNIT_EDIT', 'BULK_ACTIONS'] as const;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: [...FLAGS] });
});
beforeEach(() => {
  setClock(TODAY);
});

const dealerPathOf = (key: number) => dealerItem(DEALERS.find(({ DealerKey }) => DealerKey === key)!).dealerPath;

/** The worker that finds units reads a page with two of these. It is killed at the first one of the second page. */
const AFTER_A_PAGE = { killedAt: 3, operation: 'BatchGetItem' };

const stateOf = async (bchKey: string) => (await detailOf(user, bchKey)).bulkAction;

/** Each unit has one row, which is done, and no other has one. */
async function expectAllDone(bchKey: string, units: readonly string[]): Promise<void> {
  const rows = await rowsOf(user, bchKey, 70);
  expect(rows.map(({ UnitSerNum, state }) => [UnitSerNum, state])).toEqual(
    [...units].sort().map((unit) => [unit, 'done']),
  );
  expect(await stateOf(bchKey)).toMatchObject({
    state: 'finished',
    total: units.length,
    done: units.length,
    failed: 0,
  });
}

// A killed worker is a process of its own, and slow to start on a busy machine.
describe('a bulk action on all units that match a query', { timeout: 5 * MINUTE }, () => {
  it('finds the units of the scope only, and does them; its rows are read by pages', async () => {
    const line = await aBulkActionLine();
    const units = serialsOf([...(await taggedUnits(100, 'all')), ...(await taggedUnits(5, 'all', 220))]);
    const foreign = serialsOf(await taggedUnits(5, 'all', 49));
    await taggedUnits(5, 'other');
    await line.skipChanges();
    const started = await switchOffTagged(user, 'all');
    expect(started).toMatchObject({ state: 'collecting', total: 0, matching: 'Tag all' });
    const { bchKey } = started;
    const [collection, ...none] = await line.nextShares({ times: 2 });
    expect(JSON.parse(collection!.body)).toMatchObject({ bchKey, collects: true });
    // The change has arrived twice, so this message has too.
    expect(none).toHaveLength(1);
    await Promise.all([work(collection!), work(none[0]!)]);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'queued', total: 105 });
    expect(await line.nextShares().then((shares) => work(...shares))).toEqual([]);
    await expectAllDone(bchKey, units);
    expect(await Promise.all(foreign.map(reportOf))).toEqual(foreign.map(() => 1));
    expect((await detailOf(user, bchKey)).rows).toEqual([]);
    expect((await call(bulkActions.unitStatus, { bchKey, as: user })).status).toBe(413);
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      { action: 'start reporting off', after: { matching: 'Tag all' } },
    ]);
  });

  it('finds all units without a secret in the scope, more than a page of them, and no other', async () => {
    const without = [...(await taggedUnits(100, 'no secret')), ...(await taggedUnits(5, 'no secret', 220))];
    const foreign = await taggedUnits(5, 'no secret', 49);
    const proven = serialsOf(await taggedUnits(5, 'a secret'));
    await writeAll(
      [...without, ...foreign].map(({ UnitSerNum, UnitModel, dealerPath }) =>
        itemOf(UnitWithoutSecretEntity, { UnitSerNum, UnitModel, dealerPath, trustedByLabel: true }),
      ),
      () => {},
    );
    const asked = { query: { withoutSecret: true }, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE' } as const;
    expect(await ask(bulkActions.dryRun, { ...asked, as: user })).toEqual({ exclusions: [], checked: 105 });
    const { bchKey, matching } = await ask(bulkActions.create, { ...asked, as: user });
    expect(matching).toBe('without a secret');
    await runToEnd(bchKey);
    await expectAllDone(bchKey, serialsOf(without));
    const others = [...proven, ...serialsOf(foreign)];
    expect(await Promise.all(others.map(reportOf))).toEqual(others.map(() => 1));
  });

  it('refuses filters beside the units without a secret, and filters that it does not know', async () => {
    const asked = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', as: user } as const;
    for (const query of [{ withoutSecret: true, tag: 'all' }, { withoutSecret: false }, { withSecret: true }])
      expect(await call(bulkActions.create, { ...asked, query: query as never })).toMatchObject({ status: 422 });
  });

  it('loses and doubles no unit if the worker that finds them is killed at its writes', async () => {
    const units = serialsOf(await taggedUnits(200, 'killed'));
    const { bchKey } = await switchOffTagged(user, 'killed');
    let kills = 0;
    let before = 0;
    for (let run = 0; (await stateOf(bchKey)).state === 'collecting'; run++) {
      // Before the first transaction nothing is stored, before the second one a page is.
      const death = { killedAt: 1 + (run % 2) };
      if (await isKilled('on-bulk-action', eventOf(...(await sentFor(bchKey))), death)) kills += 1;
      const { total } = await stateOf(bchKey);
      expect(await rowsOf(user, bchKey)).toHaveLength(total);
      expect(total).toBeGreaterThanOrEqual(before);
      before = total;
    }
    // Three pages, read twice.
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'queued', total: 200 });
    await runToEnd(bchKey);
    await expectAllDone(bchKey, units);
  });

  it('finds a unit once that moves in the list meanwhile, in both directions', async () => {
    const below = await taggedUnits(10, 'moving', 220);
    const above = await taggedUnits(95, 'moving');
    const { bchKey } = await switchOffTagged(user, 'moving');
    await expectWorkerKilled(AFTER_A_PAGE, await sentFor(bchKey));
    const seen = new Set((await rowsOf(user, bchKey)).map(({ UnitSerNum }) => UnitSerNum));
    expect(seen.size).toBe(90);
    const ahead = above.find(({ UnitSerNum }) => seen.has(UnitSerNum))!;
    const behind = below.find(({ UnitSerNum }) => !seen.has(UnitSerNum))!;
    for (const [{ UnitSerNum }, DealerKey] of [
      [ahead, 2201],
      [behind, 22],
    ] as const) {
      await UnitEntity.patch({ UnitSerNum })
        .set({ DealerKey, dealerPath: dealerPathOf(DealerKey) })
        .go();
      await settleFacets(UnitSerNum, TODAY);
    }
    await runToEnd(bchKey);
    await expectAllDone(bchKey, serialsOf([...above, ...below]));
  });

  it('is passed on by a worker that has no time for the next page', async () => {
    const units = serialsOf(await taggedUnits(95, 'slow'));
    const { bchKey } = await switchOffTagged(user, 'slow');
    const [collection] = await sentFor(bchKey);
    expect(await workFor(9_000, collection!)).toEqual([]);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'collecting', total: 90, turn: 1 });
    await runToEnd(bchKey);
    await expectAllDone(bchKey, units);
  });

  it('is paused and cancelled while its units are being found', async () => {
    const units = serialsOf(await taggedUnits(100, 'held'));
    const { bchKey } = await switchOffTagged(user, 'held');
    const [collection] = await sentFor(bchKey);
    await expectWorkerKilled(AFTER_A_PAGE, [collection!]);
    expect(await ask(bulkActions.pause, { bchKey, as: user })).toMatchObject({
      state: 'paused',
      total: 90,
      isPartial: true,
    });
    await work(collection!);
    expect(await sentFor(bchKey)).toEqual([]);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'paused', total: 90, done: 0 });
    expect(await ask(bulkActions.resume, { bchKey, as: user })).toMatchObject({ state: 'collecting' });
    await work(collection!);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'collecting', total: 90 });
    await runToEnd(bchKey);
    await expectAllDone(bchKey, units);

    const other = await switchOffTagged(user, 'held');
    const [message] = await sentFor(other.bchKey);
    await expectWorkerKilled(AFTER_A_PAGE, [message!]);
    expect(await ask(bulkActions.cancel, { bchKey: other.bchKey, as: user })).toMatchObject({ state: 'cancelled' });
    await work(message!);
    const rows = await rowsOf(user, other.bchKey);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    expect(rows).toHaveLength(90);
  });

  it('stops while its units are being found if its user loses the right, and goes on later', async () => {
    const asker = await aUser({ dealer: 22, flags: [...FLAGS] });
    const units = serialsOf(await taggedUnits(3, 'lost'));
    const { bchKey } = await switchOffTagged(asker, 'lost');
    const { UserKey, UserName, dealerPath } = asker;
    const enable = (UserStatus: 0 | 1) => UserEntity.patch({ UserKey }).set({ UserName, dealerPath, UserStatus }).go();
    await enable(0);
    await work(...(await sentFor(bchKey)));
    expect(await stateOf(bchKey)).toMatchObject({
      state: 'stopped',
      total: 0,
      stopReason: expect.stringMatching(/has ended/),
    });
    await enable(1);
    await ask(bulkActions.resume, { bchKey, as: user });
    await runToEnd(bchKey);
    await expectAllDone(bchKey, units);
  });

  it('finds units of the dealer of its start only, wherever its user is now', async () => {
    const units = serialsOf(await taggedUnits(3, 'moved'));
    await taggedUnits(3, 'moved', 49);
    const asker = await aUser({ dealer: 22, flags: [...FLAGS] });
    const { UserKey, UserName } = asker;
    const moveTo = (DealerKey: number) =>
      UserEntity.patch({ UserKey })
        .set({ UserName, DealerKey, dealerPath: dealerPathOf(DealerKey) })
        .go();
    const { bchKey } = await switchOffTagged(asker, 'moved');
    await moveTo(49);
    await work(...(await sentFor(bchKey)));
    expect(await stateOf(bchKey)).toMatchObject({
      state: 'stopped',
      total: 0,
      stopReason: 'The dealer of the query is no longer there for the user who started the bulk action',
    });
    await moveTo(1);
    await ask(bulkActions.resume, { bchKey, as: user });
    await runToEnd(bchKey);
    await expectAllDone(bchKey, units);
  });

  it('stops with the reason if more units match than one action can have', async () => {
    await taggedUnits(3, 'many');
    const { bchKey } = await switchOffTagged(user, 'many');
    await BulkActionEntity.patch({ bchKey })
      .set({ total: MAX_MATCHING - 2 })
      .go();
    await work(...(await sentFor(bchKey)));
    expect(await stateOf(bchKey)).toMatchObject({
      state: 'stopped',
      total: MAX_MATCHING - 2,
      stopReason: 'More than 100,000 units match. Cancel and narrow the query',
    });
  });

  it('keeps its pace turn by turn, and does the open rows only after a pause', async () => {
    const units = serialsOf(await taggedUnits(6, 'paced')).sort();
    const { bchKey } = await switchOffTagged(user, 'paced', 12);
    await work(...(await sentFor(bchKey)));
    const unitsOf = async () =>
      (await sentFor(bchKey)).map(({ body }) => (JSON.parse(body) as { units: string[] }).units);
    expect(await unitsOf()).toEqual([units.slice(0, 2)]);
    await work(...(await sentFor(bchKey)));
    expect(await unitsOf()).toEqual([units.slice(2, 4)]);
    await ask(bulkActions.pause, { bchKey, as: user });
    await ask(bulkActions.resume, { bchKey, as: user });
    expect(await unitsOf()).toEqual([units.slice(2, 4)]);
    await runToEnd(bchKey);
    await expectAllDone(bchKey, units);
  });

  it('finds nothing and is finished if nothing matches', async () => {
    const { bchKey } = await switchOffTagged(user, 'nothing');
    await runToEnd(bchKey);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'finished', total: 0 });
  });

  it('retries its failed rows', async () => {
    const [unit] = await taggedUnits(2, 'failed');
    const { bchKey } = await switchOffTagged(user, 'failed');
    await work(...(await sentFor(bchKey)));
    const move = (DealerKey: number) =>
      UnitEntity.patch({ UnitSerNum: unit!.UnitSerNum })
        .set({ DealerKey, dealerPath: dealerPathOf(DealerKey) })
        .go();
    // The scope is checked when the row is done.
    await move(49);
    await runToEnd(bchKey);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'finished', done: 1, failed: 1 });
    expect(await rowsOf(user, bchKey)).toContainEqual(
      expect.objectContaining({ UnitSerNum: unit!.UnitSerNum, state: 'failed', reason: 'There is no such unit' }),
    );
    await move(22);
    await ask(bulkActions.retry, { bchKey, as: user });
    await runToEnd(bchKey);
    expect(await stateOf(bchKey)).toMatchObject({ state: 'finished', done: 2, failed: 0 });
  });
});

it('a dry run of a query looks at its first units, and says how many', async () => {
  await taggedUnits(2, 'dry');
  const [off] = await taggedUnits(1, 'dry');
  await UnitEntity.patch({ UnitSerNum: off!.UnitSerNum }).set({ Report: 0 }).go();
  const asked = { query: { tag: 'dry' }, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', as: user } as const;
  expect(await ask(bulkActions.dryRun, asked)).toEqual({
    checked: 3,
    exclusions: [{ UnitSerNum: off!.UnitSerNum, reason: 'Its reporting is off already' }],
  });
});

it('a request names units or a query of the own dealers', async () => {
  const asked = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', as: user } as const;
  expect((await call(bulkActions.create, asked)).status).toBe(422);
  expect((await call(bulkActions.create, { ...asked, units: ['400220'], query: {} })).status).toBe(422);
  expect((await call(bulkActions.create, { ...asked, query: { DealerKey: 49 } })).status).toBe(404);
  // A misspelt filter would mean all units.
  expect((await call(bulkActions.create, { ...asked, query: { tags: 'all' } as object })).status).toBe(422);
});
