import type { AuditRecord } from '#core/audit/entry.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { DealerEntity } from '../dealers/dealers.ts';
import { getAll } from '../kit/batch.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';
import { UserEntity } from '../users/users.ts';
import { AuditEntity } from './audit.ts';

/** The first and last instant (inclusive), and a part of the action. */
export interface AuditFilters {
  from?: string | undefined;
  to?: string | undefined;
  action?: string | undefined;
}

/** The actor or the object of the entries. */
export type AuditOf =
  | { kind: 'dealer'; dealerKey: number }
  | { kind: 'by' | 'as'; userKey: string }
  | { kind: 'object'; objectKind: string; objectId: string };

/** One request reads at most this many pages if few entries match the filter. */
const MAX_PAGES = 10;

export const auditLogStore = {
  /** One page of the entries that match the filters and whose dealers are in the scope, newest first. */
  async list(
    scope: Pick<Scope, 'dealerPath'>,
    of: AuditOf,
    { from, to, action, ...request }: AuditFilters & PageRequest,
  ): Promise<Page<AuditRecord>> {
    const query = queryOf(of).between({ at: from ?? '' }, { at: endOfPrefix(to ?? '') });
    const wanted = action?.toLowerCase() ?? '';
    let { cursor } = request;
    for (let pages = 1; ; pages++) {
      const found = await page<AuditRecord>(query, { cursor, pageSize: request.pageSize, order: 'desc' });
      const items = (await within(scope, found.items)).filter((entry) =>
        String(entry.action).toLowerCase().includes(wanted),
      );
      if (items.length > 0 || found.cursor === null || pages === MAX_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },

  /** True if the actor or object is in the scope, or was deleted and has entries in the scope. */
  async isKnown(scope: Pick<Scope, 'dealerPath'>, of: AuditOf): Promise<boolean> {
    const path = await pathOf(of);
    if (path !== undefined && covers(scope, path)) return true;
    // One of another dealer takes the same work as one that does not exist.
    const { items } = await this.list(scope, path === undefined ? of : NOTHING[of.kind], { pageSize: 100 });
    return path === undefined && items.length > 0;
  },
};

/** Actors and objects that have no entries. */
const NO_DEALER = 0;
const NOTHING: Readonly<Record<AuditOf['kind'], AuditOf>> = {
  dealer: { kind: 'dealer', dealerKey: NO_DEALER },
  by: { kind: 'by', userKey: 'nobody' },
  as: { kind: 'as', userKey: 'nobody' },
  object: { kind: 'object', objectKind: 'user', objectId: 'nobody' },
};

function queryOf(of: AuditOf) {
  switch (of.kind) {
    case 'dealer':
      return AuditEntity.query.byDealer({ dealerKey: of.dealerKey });
    case 'by':
      return AuditEntity.query.byActor({ actorKey: of.userKey });
    case 'as':
      return AuditEntity.query.byTaken({ takenKey: of.userKey });
    case 'object':
      return AuditEntity.query.byObject({ objectKind: of.objectKind, objectId: of.objectId });
  }
}

/** The path of the actor or object now. Undefined if it does not exist, or only its entries show where it was. */
function pathOf(of: AuditOf): Promise<string | undefined> {
  switch (of.kind) {
    case 'dealer':
      return dealerPathOf(of.dealerKey);
    case 'by':
    case 'as':
      return userPathOf(of.userKey);
    case 'object':
      return objectPathOf(of.objectKind, of.objectId);
  }
}

async function objectPathOf(objectKind: string, objectId: string): Promise<string | undefined> {
  if (objectKind === 'dealer') return dealerPathOf(Number(objectId));
  if (objectKind === 'user') return userPathOf(objectId);
  if (objectKind !== 'unit') return undefined;
  return (await UnitEntity.get({ UnitSerNum: objectId }).go()).data?.dealerPath;
}

const userPathOf = async (UserKey: string) => (await UserEntity.get({ UserKey }).go()).data?.dealerPath;

const dealerPathOf = async (DealerKey: number) =>
  Number.isSafeInteger(DealerKey) ? (await DealerEntity.get({ DealerKey }).go()).data?.dealerPath : undefined;

/** The entries whose dealers are in the scope. An object that came from another dealer has entries there, which are left out. */
async function within(scope: Pick<Scope, 'dealerPath'>, entries: AuditRecord[]): Promise<AuditRecord[]> {
  // Also read if there are no entries: what only other dealers have entries about takes the same work.
  const keys = entries.length === 0 ? [NO_DEALER] : [...new Set(entries.map(({ dealerKey }) => dealerKey))];
  const dealers = await getAll(
    DealerEntity,
    keys.map((DealerKey) => ({ DealerKey })),
  );
  const known = new Set(
    dealers.filter(({ dealerPath }) => covers(scope, dealerPath)).map(({ DealerKey }) => DealerKey),
  );
  return entries.filter(({ dealerKey }) => known.has(dealerKey));
}
