import { createWriteTransaction } from 'electrodb';
import { movedPath } from '#core/dealers/tree.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { BulkActionEntity } from './bulk-actions.ts';
import { committed, isConditionFailure, refusedAt } from './conditions.ts';
import { MOVE_PHASES, type StoredDealerMove } from './dealer-moves.ts';
import { DealerEntity } from './dealers.ts';
import { through } from './table.ts';
import { lookupsOf, UnitLookupEntity } from './unit-lookups.ts';
import { type StoredUnit, UnitCountEntity, UnitEntity } from './units.ts';
import { type UserLookup, UserLookupEntity, userLookupsOf } from './user-lookups.ts';
import { UserEntity } from './users.ts';

/** Small enough that a worker that dies has little to do again. */
const DEALERS = 50;
const USERS = 25;
const UNITS = 25;

type Move = Pick<StoredDealerMove, 'from' | 'to'>;

/**
 * Does the next piece of a move and answers how far it is then; undefined when all of it is gone through. Each write holds only
 * where the old path still stands, so a piece that is done twice, or half and then again, comes out the same.
 */
export async function moveOn(move: StoredDealerMove): Promise<StoredDealerMove | undefined> {
  const cursor = await STEPS[move.phase](move);
  if (cursor !== null) return { ...move, cursor };
  const { cursor: _cursor, ...rest } = move;
  const next = MOVE_PHASES[MOVE_PHASES.indexOf(move.phase) + 1];
  if (next) return { ...rest, phase: next };
  return move.pass === 1 ? { ...rest, pass: 2, phase: 'dealers' } : undefined;
}

/** A step answers where its phase goes on, or null when it is through. */
const STEPS: Record<StoredDealerMove['phase'], (move: StoredDealerMove) => Promise<string | null>> = {
  dealers: moveDealers,
  users: moveUsers,
  bulkActions: moveBulkActions,
  units: moveUnits,
};

async function moveDealers({ from, to, cursor }: StoredDealerMove): Promise<string | null> {
  const page = await DealerEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: cursor ?? null, limit: DEALERS });
  for (const { DealerKey, dealerPath } of page.data)
    await unlessMoved(() =>
      DealerEntity.patch({ DealerKey })
        .set({ dealerPath: movedPath(dealerPath, from, to) })
        .where((dealer, { eq }) => eq(dealer.dealerPath, dealerPath))
        .go(),
    );
  return page.cursor;
}

async function moveUsers({ from, to, cursor }: StoredDealerMove): Promise<string | null> {
  const page = await UserEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: cursor ?? null, limit: USERS });
  for (const { UserKey } of page.data) await moveUser(UserKey, { from, to });
  return page.cursor;
}

/** One user with all that finds it, on the condition that it is as it was read. */
async function moveUser(UserKey: string, { from, to }: Move): Promise<void> {
  const { data: was } = await UserEntity.get({ UserKey }).go({ consistent: true });
  if (!was?.dealerPath.startsWith(from)) return;
  const { UserName, UserStatus, tree } = was;
  const dealerPath = movedPath(was.dealerPath, from, to);
  const name = (lookup: UserLookup) => JSON.stringify(lookup);
  const lookups = new Map(userLookupsOf({ ...was, dealerPath }).map((lookup) => [name(lookup), lookup]));
  const old = new Map(userLookupsOf(was).map((lookup) => [name(lookup), lookup]));
  const result = await committed(() =>
    createWriteTransaction({ user: UserEntity, lookup: UserLookupEntity }, (entities) => [
      entities.user
        .patch({ UserKey })
        .set({ dealerPath, UserName, UserStatus, tree })
        .where((user, { eq }) =>
          (['dealerPath', 'UserName', 'UserEmail', 'UserFirstName', 'UserLastName', 'UserStatus'] as const)
            .map((field) => eq(user[field] as never, was[field] as never))
            .join(' AND '),
        )
        .commit(),
      ...[...lookups].flatMap(([key, lookup]) => (old.has(key) ? [] : [entities.lookup.put(lookup).commit()])),
      ...[...old].flatMap(([key, lookup]) => (lookups.has(key) ? [] : [entities.lookup.delete(lookup).commit()])),
    ]).go(),
  );
  // Somebody changed the user in that moment: the second pass finds it again.
  if (!result.canceled || refusedAt(result, 0)) return;
  throw new Error(`User ${UserKey} could not be moved: ${result.data.map(({ code }) => code).join(' ')}`);
}

/** What hangs on a dealer by its key. */
async function moveBulkActions({ to, cursor }: StoredDealerMove): Promise<string | null> {
  const page = await DealerEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: to }, { dealerPath: through(to) })
    .go({ cursor: cursor ?? null, limit: DEALERS });
  for (const { DealerKey, dealerPath } of page.data) {
    const { data } = await BulkActionEntity.query.byDealer({ dealerKey: DealerKey }).go({ pages: 'all' });
    for (const { bchKey, dealerPath: was } of data)
      if (was !== dealerPath)
        await unlessMoved(() =>
          BulkActionEntity.patch({ bchKey })
            .set({ dealerPath })
            .where((item, { eq }) => eq(item.dealerPath, was))
            .go(),
        );
  }
  return page.cursor;
}

/** The first model that still has units under the old path; what is moved is there no more, so there is no place to keep. */
async function moveUnits(move: StoredDealerMove): Promise<string | null> {
  const { from, cursor } = move;
  // The cursor names the model, and the last unit of it that was gone through.
  const [model = UNIT_MODELS[0], ...place] = (cursor ?? '').split('|').filter(Boolean);
  const after = place.join('|');
  const page = await UnitEntity.query
    .byTree({ UnitModel: model as StoredUnit['UnitModel'] })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: after || null, limit: UNITS });
  for (const unit of page.data) await moveUnit(unit, move);
  if (page.cursor !== null) return `${model}|${page.cursor}`;
  const next = UNIT_MODELS[UNIT_MODELS.indexOf(model as (typeof UNIT_MODELS)[number]) + 1];
  return next === undefined ? null : `${next}|`;
}

/** One unit with all that finds it and counts it, in one transaction: no count is off and nothing is found where it is not. */
async function moveUnit({ UnitSerNum }: StoredUnit, { from, to }: Move): Promise<void> {
  // As it is now: an index can be a moment behind what finds the unit.
  const { data: was } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
  if (!was?.dealerPath.startsWith(from)) return;
  const next = { ...was, dealerPath: movedPath(was.dealerPath, from, to) };
  const lookups = byName(lookupsOf(next));
  const gone = [...byName(lookupsOf(was))].filter(([name]) => !lookups.has(name)).map(([, lookup]) => lookup);
  const [above, now] = [dealerKeysOf(was.dealerPath), dealerKeysOf(next.dealerPath)];
  const counts = [
    ...above.filter((key) => !now.includes(key)).map((DealerKey) => ({ DealerKey, by: -1 })),
    ...now.filter((key) => !above.includes(key)).map((DealerKey) => ({ DealerKey, by: 1 })),
  ];
  const result = await committed(() =>
    createWriteTransaction({ unit: UnitEntity, lookup: UnitLookupEntity, count: UnitCountEntity }, (entities) => [
      entities.unit
        .patch({ UnitSerNum })
        .set({ dealerPath: next.dealerPath })
        .where((unit, { eq }) => eq(unit.dealerPath, was.dealerPath))
        .commit(),
      ...[...lookups.values()].map((lookup) => entities.lookup.put(lookup).commit()),
      ...gone.map((lookup) => entities.lookup.delete(keyOf(lookup)).commit()),
      ...counts.map(({ DealerKey, by }) =>
        entities.count.upsert({ DealerKey, UnitModel: was.UnitModel }).add({ count: by }).commit(),
      ),
    ]).go(),
  );
  if (!result.canceled || refusedAt(result, 0)) return;
  throw new Error(`Unit ${UnitSerNum} could not be moved: ${result.data.map(({ code }) => code).join(' ')}`);
}

type Lookup = ReturnType<typeof lookupsOf>[number];
const keyOf = ({ field, family, value, UnitSerNum }: Lookup) => ({ field, family, value, UnitSerNum });
/** Each lookup once: a transaction names no item twice. */
const byName = (lookups: readonly Lookup[]) =>
  new Map(lookups.map((lookup) => [JSON.stringify(keyOf(lookup)), lookup]));

/** Writes; somebody who wrote before under the same condition has done it already. */
async function unlessMoved(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
