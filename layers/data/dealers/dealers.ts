import { Entity, type EntityItem, type TransactWriteEntities } from 'electrodb';
import { SIGN_OUT_ADDRESSES } from '#core/auth/sign-out-address.ts';
import { nameKeyOf } from '#core/dealers/edit.ts';
import { searchPrefixOf, searchTextsOf } from '#core/dealers/search.ts';
import { levelBelow } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { lastNumber, nextNumber } from '../kit/counters.ts';
import { firstPageCursor, page } from '../kit/page.ts';
import { at, endOfPrefix, primary, secondary } from '../kit/table.ts';
import { DealerLookupEntity } from './dealer-lookups.ts';

export const DealerEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealer', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      DealerName: requiredText,
      DealerParent: number,
      DealerStatus: requiredNumber,
      DealerBillingCode: text,
      dealerPath: requiredText,
      DealerEmail: text,
      Details: text,
      Address1: text,
      Address2: text,
      City: text,
      State: text,
      Country: text,
      Zip: text,
      MainContact: { type: 'any' },
      /** The names of its two lists of labels. */
      CustomLabel1: text,
      CustomLabel2: text,
      /** The rules of this dealer. Absent: the usual rules. */
      Rules: { type: 'any' },
      reportingAccount: { type: 'any' },
      /** Counts the changes by people. Absent: none yet. */
      version: number,
      /** Where its users go after they sign out. Absent: the login. */
      signOutAddress: { type: SIGN_OUT_ADDRESSES },
      /** The identity provider that its users may sign on with. */
      signOnProvider: text,
      /** One partition contains the tree: thousands of dealers are few, and a caller reads only the part below itself. */
      tree: { type: 'string', required: true, default: 'all' },
    },
    indexes: {
      dealer: primary(['DealerKey'], []),
      byTree: secondary('gsi1', ['tree'], ['dealerPath']),
    },
  },
  at,
);

export type StoredDealer = EntityItem<typeof DealerEntity>;

/** Reserves a name for one dealer below its parent, so that siblings have different names. 0: no parent. */
export const DealerNameEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealerName', version: '1' },
    attributes: {
      parent: requiredNumber,
      name: requiredText,
      DealerKey: requiredNumber,
    },
    indexes: { dealerName: primary(['parent'], ['name']) },
  },
  at,
);

/** The key of a dealer's reserved name among its siblings. */
export const reservedNameKey = ({
  DealerKey,
  DealerName,
  DealerParent,
}: Pick<StoredDealer, 'DealerKey' | 'DealerName' | 'DealerParent'>) => ({
  parent: DealerParent ?? 0,
  name: nameKeyOf(DealerName),
  DealerKey,
});

type DealerScope = Pick<Scope, 'dealerKey' | 'dealerPath'>;

/** A search stops after this many pages of outdated lookups. */
const MAX_PAGES = 5;

const inTree = (dealerPath: string) =>
  DealerEntity.query.byTree({ tree: 'all' }).between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) });

const keyOf = ({ DealerKey }: { DealerKey: number }) => DealerKey;

/** The first lookup of a name that matches the search. Later ones are the same dealer again. */
const foundBy = (name: string, value: string) =>
  searchTextsOf(name)
    .filter((beginning) => beginning.startsWith(value))
    .sort()[0];

/** The dealer of the scope whose key is `text`. */
async function ofKey(scope: DealerScope, text: string): Promise<StoredDealer | undefined> {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const { data } = await DealerEntity.get({ DealerKey: Number(text) }).go();
  return data && covers(scope, data.dealerPath) ? data : undefined;
}

/** The keys of dealers that the portal creates come after these. */
const KEYS_BEFORE = 10_000;
/** More than are created while an index is behind the table. One batch can read as many. */
const LATEST_DEALERS = 100;
const COUNTER = 'dealer';

/** A new key. An imported dealer can have it already. */
export const newDealerKey = async (): Promise<number> => KEYS_BEFORE + (await nextNumber(COUNTER));

/** The latest created dealers, read consistently. */
async function latestDealers(): Promise<StoredDealer[]> {
  const last = await lastNumber(COUNTER);
  const count = Math.min(LATEST_DEALERS, last);
  const keys = Array.from({ length: count }, (_, index) => ({ DealerKey: KEYS_BEFORE + last - index }));
  return count === 0 ? [] : getAll(DealerEntity, keys, { consistent: true });
}

export const DEALER_MOVED = 'The dealer was moved meanwhile. Try again in a moment';

type DealerOfTransaction = TransactWriteEntities<{ dealer: typeof DealerEntity }>['dealer'];

/**
 * The condition that the dealer is still in its place, for a transaction that stores something below it. Items that are stored before
 * a move reaches their dealer are found by the move. Later ones are refused.
 */
export const dealerIsAt = (dealer: DealerOfTransaction, { DealerKey, dealerPath }: Standing) =>
  dealer
    .check({ DealerKey })
    .where((item, { eq }) => eq(item.dealerPath, dealerPath))
    .commit();

interface Standing {
  DealerKey: number;
  dealerPath: string;
}

const NAME_CACHE_MS = 5 * MINUTE;
const cachedNames = new TtlCache<string>();

export const dealerStore = {
  /** The dealer; NOT_FOUND if it is outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, dealerKey: number): Promise<StoredDealer> {
    // Consistent, because callers write on the condition that it is unchanged.
    const { data } = await DealerEntity.get({ DealerKey: dealerKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw new AppError('NOT_FOUND', 'There is no such dealer');
    return data;
  },

  /** The dealer, inside or outside a scope, or undefined. */
  async byKey(DealerKey: number) {
    const { data } = await DealerEntity.get({ DealerKey }).go();
    return data ?? undefined;
  },

  /** The dealers of the tree at `dealerPath`, itself first, page by page. */
  tree: ({ dealerPath }: Pick<Scope, 'dealerPath'>, request: PageRequest): Promise<Page<StoredDealer>> =>
    page(inTree(dealerPath), request),

  /**
   * One page of the dealers of the scope in whose name `text` matches from the beginning of a word on, sorted by the match. The dealer
   * whose key is `text` comes first.
   */
  async find(scope: DealerScope, text: string, request: PageRequest): Promise<Page<StoredDealer>> {
    const value = searchPrefixOf(text);
    const first = request.cursor === undefined ? await ofKey(scope, text) : undefined;
    if (value === undefined) return { items: first ? [first] : [], cursor: null };
    const query = DealerLookupEntity.query
      .byAbove({ above: scope.dealerKey })
      .between({ value }, { value: endOfPrefix(value) });
    const pageSize = request.pageSize - (first ? 1 : 0);
    if (first && pageSize === 0) return { items: [first], cursor: firstPageCursor(query) };
    let { cursor } = request;
    for (let pages = 1; ; pages++) {
      const found = await page(query, { cursor, pageSize });
      const dealers = await getAll(
        DealerEntity,
        [...new Set(found.items.map(keyOf))].map((DealerKey) => ({ DealerKey })),
      );
      const byKey = new Map(dealers.map((dealer) => [dealer.DealerKey, dealer]));
      const items = found.items.flatMap((lookup) => {
        const dealer = byKey.get(lookup.DealerKey);
        const fits = dealer && covers(scope, dealer.dealerPath) && foundBy(dealer.DealerName, value) === lookup.value;
        return fits && dealer.DealerKey !== first?.DealerKey && String(dealer.DealerKey) !== text ? [dealer] : [];
      });
      if (first) items.unshift(first);
      if (items.length > 0 || found.cursor === null || pages === MAX_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },

  /** A page of the whole tree, or of the search results. */
  page: (scope: DealerScope, { searchText, ...request }: PageRequest & { searchText?: string | undefined }) =>
    searchText ? dealerStore.find(scope, searchText, request) : dealerStore.tree(scope, request),

  /** True if there are dealers below the one at `dealerPath`. */
  async hasBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<boolean> {
    const { items } = await this.tree({ dealerPath }, { pageSize: 2 });
    return items.some((dealer) => dealer.dealerPath !== dealerPath);
  },

  /**
   * The number of levels of dealers below the one at `dealerPath`. An index can be a moment behind, so the latest dealers are read from
   * the table.
   */
  async levelsBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<number> {
    const latest = await latestDealers();
    const { data } = await inTree(dealerPath).go({ pages: 'all', attributes: ['dealerPath'] });
    return [...data, ...latest.filter((dealer) => dealer.dealerPath.startsWith(dealerPath))].reduce(
      (most, below) => Math.max(most, levelBelow(dealerPath, below.dealerPath)),
      0,
    );
  },

  /** The names of the dealers, from a cache. A renamed dealer shows its new name after five minutes. The caller checks access. */
  async names(dealerKeys: readonly number[], now: number): Promise<Map<number, string>> {
    const keys = [...new Set(dealerKeys)];
    const names = new Map(keys.map((key) => [key, cachedNames.get(String(key), now)]));
    const dealers = await getAll(
      DealerEntity,
      keys.filter((key) => names.get(key) === undefined).map((DealerKey) => ({ DealerKey })),
    );
    for (const { DealerKey, DealerName } of dealers) {
      names.set(DealerKey, DealerName);
      cachedNames.set(String(DealerKey), DealerName, now + NAME_CACHE_MS);
    }
    return new Map(keys.map((key) => [key, names.get(key) ?? `Dealer ${key}`]));
  },
};
