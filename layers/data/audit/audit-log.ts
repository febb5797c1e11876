import type { AuditEntry, AuditRecord } from '#core/audit/entry.ts';
import { isHiddenFrom, mentionedDealers } from '#core/audit/sentence.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { BulkActionEntity } from '../bulk-actions/bulk-actions.ts';
import { DealerEntity } from '../dealers/dealers.ts';
import { getAll } from '../kit/batch.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';
import { UserEntity } from '../users/user-entities.ts';
import { AuditEntity } from './audit.ts';
import { AuditLineEntity } from './audit-lines.ts';

/** The first and last instant (inclusive), and the action. */
export interface AuditFilters {
  from?: string | undefined;
  to?: string | undefined;
  action?: string | undefined;
}

/** The actor, the dealer, the object or the bulk action of the entries. */
export type AuditOf =
  | { kind: 'dealer'; dealerKey: number }
  /** Of the dealer and all dealers below it. */
  | { kind: 'tree'; dealerKey: number }
  | { kind: 'by' | 'as'; userKey: string }
  | { kind: 'object'; objectKind: string; objectId: string }
  | { kind: 'bulkAction'; bchKey: string };

/** An entry with the names of the dealers that it mentions, as far as they are in the scope. */
export type NamedRecord = AuditRecord & Pick<AuditEntry, 'dealerNames'>;

/** One request reads at most this many pages if few entries match the filter. */
const MAX_PAGES = 10;

export const auditLogStore = {
  /** One page of the entries that match the filters and whose dealers are in the scope, newest first. */
  async list(
    scope: Pick<Scope, 'dealerPath' | 'flags'>,
    of: AuditOf,
    { from, to, action, ...request }: AuditFilters & PageRequest,
  ): Promise<Page<NamedRecord>> {
    let { cursor } = request;
    for (let pages = 1; ; pages++) {
      const found = await onePage(of, { from, to, action, ...request, cursor });
      const items = (await within(scope, found.items)).filter(
        (entry) => action === undefined || entry.action === action,
      );
      if (items.length > 0 || found.cursor === null || pages === MAX_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },

  /** True if the actor or object is in the scope, or was deleted and has entries in the scope. */
  async isKnown(scope: Pick<Scope, 'dealerPath' | 'flags'>, of: AuditOf): Promise<boolean> {
    const path = await pathOf(of);
    if (path !== undefined && covers(scope, path)) return true;
    // One of another dealer takes the same work as one that does not exist. So only the newest entries decide, however many there are.
    const { items } = await onePage(path === undefined ? of : NOTHING[of.kind], { pageSize: KNOWN_BY });
    const seen = await within(scope, items);
    return path === undefined && seen.length > 0;
  },
};

/** The entries by which a deleted object is known to those who see one of them. It had its last entries where it was deleted. */
const KNOWN_BY = 100;

/** One page of all entries between the instants, newest first. The lines of a tree are also filtered by action. */
function onePage(
  of: AuditOf,
  { from, to, action, cursor, pageSize }: AuditFilters & PageRequest,
): Promise<Page<AuditRecord>> {
  const [first, last] = [{ at: from ?? '' }, { at: endOfPrefix(to ?? '') }];
  const asked = { cursor, pageSize, order: 'desc' as const };
  return of.kind === 'tree'
    ? linesPage(of.dealerKey, action, first, last, asked)
    : page<AuditRecord>(queryOf(of).between(first, last), asked);
}

/** Actors and objects that have no entries. */
const NO_DEALER = 0;
const NOTHING: Readonly<Record<AuditOf['kind'], AuditOf>> = {
  dealer: { kind: 'dealer', dealerKey: NO_DEALER },
  tree: { kind: 'tree', dealerKey: NO_DEALER },
  by: { kind: 'by', userKey: 'nobody' },
  as: { kind: 'as', userKey: 'nobody' },
  object: { kind: 'object', objectKind: 'user', objectId: 'nobody' },
  bulkAction: { kind: 'bulkAction', bchKey: 'none' },
};

type At = { at: string };

/** One page of the entries that are listed at a dealer and all below it. An action has an index, so a rare one costs one page too. */
async function linesPage(
  above: number,
  action: string | undefined,
  first: At,
  last: At,
  asked: Parameters<typeof page>[1],
): Promise<Page<AuditRecord>> {
  const lines = await page(
    action === undefined
      ? AuditLineEntity.query.byAbove({ above }).between(first, last)
      : AuditLineEntity.query.byAction({ above, action }).between(first, last),
    asked,
  );
  const entries: AuditRecord[] = await getAll(
    AuditEntity,
    lines.items.map(({ objectKind, objectId, at, auditId }) => ({ objectKind, objectId, at, auditId })),
  );
  const byId = new Map(entries.map((entry) => [entry.auditId, entry]));
  return { items: lines.items.flatMap(({ auditId }) => byId.get(auditId) ?? []), cursor: lines.cursor };
}

function queryOf(of: Exclude<AuditOf, { kind: 'tree' }>) {
  switch (of.kind) {
    case 'dealer':
      return AuditEntity.query.byDealer({ dealerKey: of.dealerKey });
    case 'by':
      return AuditEntity.query.byActor({ actorKey: of.userKey });
    case 'as':
      return AuditEntity.query.byTaken({ takenKey: of.userKey });
    case 'object':
      return AuditEntity.query.byObject({ objectKind: of.objectKind, objectId: of.objectId });
    case 'bulkAction':
      return AuditEntity.query.byBulkAction({ partOf: of.bchKey });
  }
}

/** The path of the actor or object now. Undefined if it does not exist, or only its entries show where it was. */
function pathOf(of: AuditOf): Promise<string | undefined> {
  switch (of.kind) {
    case 'dealer':
    case 'tree':
      return dealerPathOf(of.dealerKey);
    case 'by':
    case 'as':
      return userPathOf(of.userKey);
    case 'object':
      return objectPathOf(of.objectKind, of.objectId);
    case 'bulkAction':
      return bulkActionPathOf(of.bchKey);
  }
}

async function objectPathOf(objectKind: string, objectId: string): Promise<string | undefined> {
  if (objectKind === 'dealer') return dealerPathOf(Number(objectId));
  if (objectKind === 'user') return userPathOf(objectId);
  if (objectKind !== 'unit') return undefined;
  return (await UnitEntity.get({ UnitSerNum: objectId }).go()).data?.dealerPath;
}

const bulkActionPathOf = async (bchKey: string) => (await BulkActionEntity.get({ bchKey }).go()).data?.dealerPath;

const userPathOf = async (UserKey: string) => (await UserEntity.get({ UserKey }).go()).data?.dealerPath;

const dealerPathOf = async (DealerKey: number) =>
  Number.isSafeInteger(DealerKey) ? (await DealerEntity.get({ DealerKey }).go()).data?.dealerPath : undefined;

/**
 * The entries whose dealers are in the scope, without those whose action is hidden from it, with the names of the dealers that they mention. An object that came from another dealer has
 * entries there, which are left out.
 */
export async function within(
  scope: Pick<Scope, 'dealerPath' | 'flags'>,
  entries: AuditRecord[],
): Promise<NamedRecord[]> {
  // Also read if there are no entries: what only other dealers have entries about takes the same work.
  const keys = entries.length === 0 ? [NO_DEALER] : [...new Set(entries.flatMap(mentionedDealers))];
  const dealers = await getAll(
    DealerEntity,
    keys.map((DealerKey) => ({ DealerKey })),
  );
  const names = new Map(
    dealers
      .filter(({ dealerPath }) => covers(scope, dealerPath))
      .map(({ DealerKey, DealerName }) => [DealerKey, DealerName]),
  );
  const nameOf = (key: number): [number, string][] => (names.has(key) ? [[key, names.get(key)!]] : []);
  return entries
    .filter((entry) => names.has(entry.dealerKey) && !isHiddenFrom(scope, entry))
    .map((entry) => ({ ...entry, dealerNames: Object.fromEntries(mentionedDealers(entry).flatMap(nameOf)) }));
}
