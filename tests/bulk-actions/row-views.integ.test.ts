import { beforeAll, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';
import { sentFor, taggedUnits } from './query-support.ts';
import { aBulkActionLine, detailOf, serialsOf, someUnits, switchOff, work } from './support.ts';

let as: UserRecord;
beforeAll(async () => {
  await someDealers();
  await aBulkActionLine();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});

type View = 'latest' | 'toDo' | 'updated' | 'asked' | 'already' | 'failed';
const VIEWS = ['toDo', 'updated', 'asked', 'already', 'failed', 'latest'] as const;

/** The units of a view, one per page, so that each cursor is used. */
async function unitsIn(bchKey: string, view?: View, unit?: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const input = { bchKey, pageSize: 1, ...(view && { view }), ...(unit && { unit }), ...(cursor && { cursor }), as };
    const page: { items: { UnitSerNum: string }[]; cursor: string | null } = await ask(bulkActions.rows, input);
    found.push(...page.items.map(({ UnitSerNum }) => UnitSerNum));
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

const viewsOf = async (bchKey: string) =>
  Object.fromEntries(await Promise.all(VIEWS.map(async (view) => [view, await unitsIn(bchKey, view)])));

/** Gives four of five units an outcome each, one after the other. */
async function settleFour(bchKey: string, [first, second, third, fourth]: readonly string[]) {
  const bulkAction = await bulkActionStore.get(scopeOf(as), bchKey);
  const outcome = (UnitSerNum: string, now: number) => ({ bulkAction, UnitSerNum, now });
  const now = Date.parse(bulkAction.createdAt);
  await bulkActionRowStore.done(outcome(first!, now + 4_000));
  await bulkActionRowStore.done(outcome(second!, now + 3_000), { asked: true });
  await bulkActionRowStore.done(outcome(third!, now + 2_000), { already: true });
  await bulkActionRowStore.fail(outcome(fourth!, now + 1_000), 'No');
}

async function queryOf(tag: string) {
  const units = serialsOf(await taggedUnits(5, tag)).sort();
  const { bchKey } = await ask(bulkActions.create, {
    ...{ query: { tag }, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', as },
  });
  for (const message of await sentFor(bchKey)) expect(await work(message)).toEqual([]);
  return { bchKey, units };
}
async function chosen() {
  const units = serialsOf(await someUnits(5, { dealer: 22 })).sort();
  return { bchKey: (await switchOff(as, units)).bchKey, units };
}

it.each([
  ['a query', () => queryOf('views')],
  ['chosen units', chosen],
])('the rows of %s are found by outcome and by the begin of a serial number, and counted', async (_, start) => {
  const { bchKey, units } = await start();
  const [first, second, third, fourth, fifth] = units;
  expect(await unitsIn(bchKey, 'toDo')).toEqual(units);
  await settleFour(bchKey, units);
  expect(await viewsOf(bchKey)).toEqual({
    ...{ toDo: [fifth], updated: [first], asked: [second], already: [third], failed: [fourth] },
    latest: [first, second, third, fourth],
  });
  expect(await unitsIn(bchKey)).toEqual(units);
  expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ done: 3, asked: 1, already: 1, failed: 1, total: 5 });
  // Each page has the rows whose serial numbers begin so, of any outcome or of one.
  expect(await unitsIn(bchKey, undefined, fourth)).toEqual([fourth]);
  expect(await unitsIn(bchKey, 'toDo', fifth)).toEqual([fifth]);
  expect(await unitsIn(bchKey, 'failed', fifth)).toEqual([]);
  const refused = await call(bulkActions.rows, { bchKey, view: 'latest', unit: fourth, as });
  expect(refused.status).toBe(422);
  const other = await aUser({ dealer: 49, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
  expect((await call(bulkActions.rows, { bchKey, view: 'failed', as: other })).status).toBe(404);
});

it('a cursor of another list of rows is refused', async () => {
  const { bchKey, units } = await chosen();
  await settleFour(bchKey, units);
  const { cursor } = await ask(bulkActions.rows, { bchKey, view: 'latest', pageSize: 1, as });
  for (const view of [undefined, 'toDo', 'failed'] as const)
    expect((await call(bulkActions.rows, { bchKey, ...(view && { view }), cursor: cursor!, as })).status).toBe(422);
});

it.each([
  ['a query', () => queryOf('again')],
  ['chosen units', chosen],
])('a retry of %s has the failed rows to do, and those that fail again in its own list', async (_, start) => {
  const { bchKey, units } = await start();
  const bulkAction = await bulkActionStore.get(scopeOf(as), bchKey);
  for (const UnitSerNum of units) await bulkActionRowStore.fail({ bulkAction, UnitSerNum, now: Date.now() }, 'No');
  await ask(bulkActions.retry, { bchKey, as });
  expect(await unitsIn(bchKey, 'toDo')).toEqual(units);
  expect(await unitsIn(bchKey, 'failed')).toEqual([]);
  const again = await bulkActionStore.get(scopeOf(as), bchKey);
  await bulkActionRowStore.fail({ bulkAction: again, UnitSerNum: units[0]!, now: Date.now() }, 'No');
  expect(await unitsIn(bchKey, 'toDo')).toEqual(units.slice(1));
  expect(await unitsIn(bchKey, 'failed')).toEqual(units.slice(0, 1));
});

it.each([
  ['a query', () => queryOf('latest')],
  ['chosen units', chosen],
])('the latest rows of a retry of %s leave out those that failed before', async (_, start) => {
  const { bchKey, units } = await start();
  const [first, second, third, fourth] = units;
  const bulkAction = await bulkActionStore.get(scopeOf(as), bchKey);
  // All at the same time, so that their order goes by their units.
  const now = Date.now();
  await bulkActionRowStore.done({ bulkAction, UnitSerNum: first!, now });
  for (const UnitSerNum of units.slice(1)) await bulkActionRowStore.fail({ bulkAction, UnitSerNum, now }, 'No');
  expect(await unitsIn(bchKey, 'latest')).toEqual(units.toReversed());
  await ask(bulkActions.retry, { bchKey, as });
  expect(await unitsIn(bchKey, 'latest')).toEqual([first]);
  const again = await bulkActionStore.get(scopeOf(as), bchKey);
  await bulkActionRowStore.fail({ bulkAction: again, UnitSerNum: fourth!, now: now + 1_000 }, 'No');
  await bulkActionRowStore.done({ bulkAction: again, UnitSerNum: third!, now: now + 2_000 });
  const { items } = await ask(bulkActions.rows, { bchKey, view: 'latest', as });
  expect(items.map(({ UnitSerNum, state }) => [UnitSerNum, state])).toEqual([
    [third, 'done'],
    [fourth, 'failed'],
    [first, 'done'],
  ]);
  expect(await unitsIn(bchKey, 'latest')).toEqual([third, fourth, first]);
  // Its total is that of its counts.
  expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ done: 2, failed: 1 });
  expect(await unitsIn(bchKey, 'toDo')).toEqual([second, units[4]]);
});

it('an action counts from its start what is only asked or so already', async () => {
  const { bchKey } = await chosen();
  expect((await detailOf(as, bchKey)).bulkAction).toMatchObject({ asked: 0, already: 0 });
});

it('a unit that was so already is not counted as updated, nor does its row say so', async () => {
  const [off, on] = [await someUnits(1, { dealer: 22, Report: 0 }), await someUnits(1, { dealer: 22 })];
  const units = serialsOf([...off, ...on]);
  const { bchKey } = await switchOff(as, units);
  for (const message of await sentFor(bchKey)) expect(await work(message)).toEqual([]);
  const { bulkAction, rows } = await detailOf(as, bchKey);
  expect(bulkAction).toMatchObject({ state: 'finished', done: 2, already: 1 });
  expect(rows).toMatchObject([{ already: true, reason: 'It was so already' }, { UnitSerNum: units[1] }]);
  expect(rows[1]).not.toHaveProperty('already');
  expect(await unitsIn(bchKey, 'already')).toEqual(units.slice(0, 1));
});
