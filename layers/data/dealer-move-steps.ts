import { createWriteTransaction } from 'electrodb';
import { beginningsOf } from '#core/dealers/search.ts';
import { movedPath } from '#core/dealers/tree.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { BulkActionEntity } from './bulk-actions.ts';
import { committed, refusedAt } from './conditions.ts';
import { DealerLookupEntity, dealerLookupsOf } from './dealer-lookups.ts';
import { DealerMoveEntity, HOLDING_PHASES, MOVE_PHASES, type StoredDealerMove } from './dealer-moves.ts';
import { DealerEntity, standingAt } from './dealers.ts';
import { through } from './table.ts';
import { lookupsOf, UnitLookupEntity } from './unit-lookups.ts';
import { type StoredUnit, UnitCountEntity, UnitEntity } from './units.ts';
import { UserLookupEntity, userLookupsOf } from './user-lookups.ts';
import { UserEntity } from './users.ts';
import { without } from './without.ts';

/** A transaction holds a hundred writes. */
const DEALERS = 90;
/** Small enough that a worker that dies has little to do again. */
const NAMES = 50;
const BULK_ACTION_DEALERS = 50;
const USERS = 25;
const UNITS = 25;
/** How often something is tried that somebody else changes in the same moment; after that the second pass finds it. */
const MOST_TRIES = 3;

/** Where a phase goes on, null when it is through; and what could not follow, with the reason. */
interface Step {
  cursor: string | null;
  left: { what: string; error: unknown }[];
}

/**
 * Does the next piece of a move. `next` is how far it is then, undefined when all of it is gone through; `left` what could not follow.
 * Dealers follow by the condition that they still stand in the old place and the move still holds it. Whatever is theirs is put where
 * its dealer stands in that moment, so that it comes out right whichever move comes by, and however often.
 */
export async function moveOn(move: StoredDealerMove): Promise<{ next?: StoredDealerMove; left: Step['left'] }> {
  const { cursor, left } = await STEPS[move.phase](move);
  const { cursor: _cursor, ...counted } = { ...move, left: move.left + left.length };
  if (cursor !== null) return { next: { ...counted, cursor }, left };
  const phase = MOVE_PHASES[MOVE_PHASES.indexOf(move.phase) + 1];
  if (phase) return { next: { ...counted, phase, held: move.held && HOLDING_PHASES.includes(phase) }, left };
  // What could not follow is tried once more, and counted anew.
  return move.pass === 1 ? { next: { ...counted, left: 0, pass: 2, phase: 'names' }, left } : { left };
}

const STEPS: Record<StoredDealerMove['phase'], (move: StoredDealerMove) => Promise<Step>> = {
  dealers: moveDealers,
  lateDealers: moveDealers,
  names: moveNames,
  users: moveUsers,
  bulkActions: moveBulkActions,
  units: moveUnits,
};

type Following = { DealerKey: number; dealerPath: string };

async function moveDealers(move: StoredDealerMove): Promise<Step> {
  const { from, cursor } = move;
  const page = await DealerEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: cursor ?? null, limit: DEALERS });
  if ((await follow(move, page.data)) === 'changed')
    for (const dealer of page.data) if ((await follow(move, [dealer])) === 'over') break;
  return { cursor: page.cursor, left: [] };
}

/** `over` where the move holds its places no more, `changed` where one of the dealers is elsewhere already. */
async function follow(
  { moveId, from, to }: StoredDealerMove,
  dealers: readonly Following[],
): Promise<'done' | 'changed' | 'over'> {
  if (dealers.length === 0) return 'done';
  const result = await committed(() =>
    createWriteTransaction({ move: DealerMoveEntity, dealer: DealerEntity }, (entities) => [
      entities.move
        .check({ moveId })
        .where((move, { eq }) => eq(move.held, true))
        .commit(),
      ...dealers.map(({ DealerKey, dealerPath }) =>
        entities.dealer
          .patch({ DealerKey })
          .set({ dealerPath: movedPath(dealerPath, from, to) })
          .where((dealer, { eq }) => eq(dealer.dealerPath, dealerPath))
          .commit(),
      ),
    ]).go(),
  );
  if (!result.canceled) return 'done';
  return refusedAt(result, 0) ? 'over' : 'changed';
}

/** What finds the dealers: everything at and below the moved one is found by the moved one's own searches, wherever it stands. */
async function moveNames({ DealerKey: above, from, cursor }: StoredDealerMove): Promise<Step> {
  const page = await DealerLookupEntity.query
    .byAbove({ above })
    .go({ cursor: cursor ?? null, limit: NAMES, consistent: true });
  const left = await each(
    page.data,
    ({ DealerKey }) => `dealer ${DealerKey}`,
    ({ DealerKey, value }) => moveName(DealerKey, value, from),
  );
  return { cursor: page.cursor, left };
}

async function moveName(DealerKey: number, value: string, from: string): Promise<void> {
  await untilStill(async () => {
    const { data: dealer } = await DealerEntity.get({ DealerKey }).go({ consistent: true });
    // Of the lookups of one name the first stands for all.
    if (!dealer || beginningsOf(dealer.DealerName)[0] !== value) return true;
    const now = dealerKeysOf(dealer.dealerPath);
    const gone = dealerKeysOf(from).filter((key) => !now.includes(key));
    const old = gone.flatMap((above) =>
      beginningsOf(dealer.DealerName).map((one) => ({ above, value: one, DealerKey })),
    );
    const result = await committed(() =>
      createWriteTransaction({ dealer: DealerEntity, lookup: DealerLookupEntity }, (entities) => [
        entities.dealer
          .check({ DealerKey })
          .where((item, { eq }) =>
            [eq(item.dealerPath, dealer.dealerPath), eq(item.DealerName, dealer.DealerName)].join(' AND '),
          )
          .commit(),
        ...dealerLookupsOf(dealer).map((lookup) => entities.lookup.put(lookup).commit()),
        ...old.map((lookup) => entities.lookup.delete(lookup).commit()),
      ]).go(),
    );
    return !result.canceled;
  });
}

async function moveUsers({ from, cursor }: StoredDealerMove): Promise<Step> {
  const page = await UserEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: cursor ?? null, limit: USERS });
  const left = await each(
    page.data,
    ({ UserKey }) => `user ${UserKey}`,
    ({ UserKey }) => moveUser(UserKey, from),
  );
  return { cursor: page.cursor, left };
}

/** One user with all that finds it, on the condition that it and its dealer are as they were read. */
async function moveUser(UserKey: string, from: string): Promise<void> {
  await untilStill(async () => {
    const { data: was } = await UserEntity.get({ UserKey }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const { UserName, UserStatus, tree, DealerKey } = was;
    const lookups = { was: userLookupsOf(was), next: userLookupsOf({ ...was, dealerPath }) };
    const result = await committed(() =>
      createWriteTransaction({ user: UserEntity, lookup: UserLookupEntity, dealer: DealerEntity }, (entities) => [
        entities.user
          .patch({ UserKey })
          .set({ dealerPath, UserName, UserStatus, tree })
          .where((user, { eq }) =>
            (
              [
                'dealerPath',
                'DealerKey',
                'UserName',
                'UserEmail',
                'UserFirstName',
                'UserLastName',
                'UserStatus',
              ] as const
            )
              .map((field) => eq(user[field] as never, was[field] as never))
              .join(' AND '),
          )
          .commit(),
        standingAt(entities.dealer, { DealerKey, dealerPath }),
        ...without(lookups.next, lookups.was).map((lookup) => entities.lookup.put(lookup).commit()),
        ...without(lookups.was, lookups.next).map((lookup) => entities.lookup.delete(lookup).commit()),
      ]).go(),
    );
    return !result.canceled;
  });
}

/** What hangs on a dealer by its key. */
async function moveBulkActions({ to, cursor }: StoredDealerMove): Promise<Step> {
  const page = await DealerEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: to }, { dealerPath: through(to) })
    .go({ cursor: cursor ?? null, limit: BULK_ACTION_DEALERS });
  for (const { DealerKey, dealerPath } of page.data) {
    const { data } = await BulkActionEntity.query.byDealer({ dealerKey: DealerKey }).go({ pages: 'all' });
    for (const { bchKey, dealerPath: was } of data)
      if (was !== dealerPath)
        // A dealer that stands elsewhere by now is another move's.
        await committed(() =>
          createWriteTransaction({ bulkAction: BulkActionEntity, dealer: DealerEntity }, (entities) => [
            entities.bulkAction
              .patch({ bchKey })
              .set({ dealerPath })
              .where((item, { eq }) => eq(item.dealerPath, was))
              .commit(),
            standingAt(entities.dealer, { DealerKey, dealerPath }),
          ]).go(),
        );
  }
  return { cursor: page.cursor, left: [] };
}

/** The first model that still has units under the old path; what is moved is there no more, so there is no place to keep. */
async function moveUnits({ from, cursor }: StoredDealerMove): Promise<Step> {
  // The cursor names the model, and the last unit of it that was gone through.
  const [model = UNIT_MODELS[0], ...place] = (cursor ?? '').split('|').filter(Boolean);
  const after = place.join('|');
  const page = await UnitEntity.query
    .byTree({ UnitModel: model as StoredUnit['UnitModel'] })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: after || null, limit: UNITS });
  const left = await each(
    page.data,
    ({ UnitSerNum }) => `unit ${UnitSerNum}`,
    ({ UnitSerNum }) => moveUnit(UnitSerNum, from),
  );
  if (page.cursor !== null) return { cursor: `${model}|${page.cursor}`, left };
  const next = UNIT_MODELS[UNIT_MODELS.indexOf(model as (typeof UNIT_MODELS)[number]) + 1];
  return { cursor: next === undefined ? null : `${next}|`, left };
}

/** One unit with all that finds it and counts it, in one transaction: no count is off and nothing is found where it is not. */
async function moveUnit(UnitSerNum: string, from: string): Promise<void> {
  await untilStill(async () => {
    // As it is now: an index can be a moment behind what finds the unit.
    const { data: was } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const lookups = { was: lookupsOf(was), next: lookupsOf({ ...was, dealerPath }) };
    const gone = without(lookups.was.map(keyOf), lookups.next.map(keyOf));
    const [above, now] = [dealerKeysOf(was.dealerPath), dealerKeysOf(dealerPath)];
    const counts = [
      ...above.filter((key) => !now.includes(key)).map((DealerKey) => ({ DealerKey, by: -1 })),
      ...now.filter((key) => !above.includes(key)).map((DealerKey) => ({ DealerKey, by: 1 })),
    ];
    const result = await committed(() =>
      createWriteTransaction(
        { unit: UnitEntity, lookup: UnitLookupEntity, count: UnitCountEntity, dealer: DealerEntity },
        (entities) => [
          entities.unit
            .patch({ UnitSerNum })
            .set({ dealerPath })
            .where((unit, { eq }) => `${eq(unit.dealerPath, was.dealerPath)} AND ${eq(unit.DealerKey, was.DealerKey)}`)
            .commit(),
          standingAt(entities.dealer, { DealerKey: was.DealerKey, dealerPath }),
          ...without(lookups.next, lookups.was).map((lookup) => entities.lookup.put(lookup).commit()),
          ...gone.map((key) => entities.lookup.delete(key).commit()),
          ...counts.map(({ DealerKey, by }) =>
            entities.count.upsert({ DealerKey, UnitModel: was.UnitModel }).add({ count: by }).commit(),
          ),
        ],
      ).go(),
    );
    return !result.canceled;
  });
}

/** A lookup says where its unit stands: under the same key it is put anew, under another the old one goes. */
const keyOf = ({ field, family, value, UnitSerNum }: ReturnType<typeof lookupsOf>[number]) => ({
  field,
  family,
  value,
  UnitSerNum,
});

/** Where a dealer stands in this moment. */
const pathOf = async (DealerKey: number) =>
  (await DealerEntity.get({ DealerKey }).go({ consistent: true, attributes: ['dealerPath'] })).data?.dealerPath;

/** Tries again where somebody changed what was read in the same moment. */
async function untilStill(settle: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) if (await settle()) return;
}

/** Does the work for each; what can never be written is left, so that it does not keep the rest from following. */
async function each<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): Promise<Step['left']> {
  const left: Step['left'] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!isLasting(error)) throw error;
      left.push({ what: name(item), error });
    }
  }
  return left;
}

/** Whether the table will never take a write, however often it is tried ("Error Handling for Transactions", DynamoDB). */
const isLasting = (error: unknown): boolean =>
  error instanceof Error &&
  (/\b(ValidationError|ValidationException|ItemCollectionSizeLimitExceeded)\b/.test(`${error.name} ${error.message}`) ||
    isLasting(error.cause));
