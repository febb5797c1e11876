import { Entity, type EntityItem, type TransactWriteEntities } from 'electrodb';
import { SIGN_OUT_ADDRESSES } from '#core/auth/sign-out-address.ts';
import { nameKeyOf } from '#core/dealers/edit.ts';
import { beginningsOf, searchedName } from '#core/dealers/search.ts';
import { levelBelow } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { lastNumber, nextNumber } from '../kit/counters.ts';
import { beginningOf, page } from '../kit/page.ts';
import { at, primary, secondary, through } from '../kit/table.ts';
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
      /** What its two lists of labels are called. */
      CustomLabel1: text,
      CustomLabel2: text,
      /** What holds for this dealer and not for others; the usual rules where absent. */
      Rules: { type: 'any' },
      reportingAccount: { type: 'any' },
      /** Counts the changes by people; none yet where absent. */
      version: number,
      /** Where the sessions of its users end; the login where there is none. */
      signOutAddress: { type: SIGN_OUT_ADDRESSES },
      /** The provider of identities that its users may sign on with. */
      signOnProvider: text,
      /** One partition holds the tree: even thousands of dealers are few, and a caller reads only the part below itself. */
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

/** Holds a name for one dealer below its parent, so that no two siblings share it; 0 stands for no parent. */
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

/** Under which name a dealer is held among its siblings. */
export const heldName = ({
  DealerKey,
  DealerName,
  DealerParent,
}: Pick<StoredDealer, 'DealerKey' | 'DealerName' | 'DealerParent'>) => ({
  parent: DealerParent ?? 0,
  name: nameKeyOf(DealerName),
  DealerKey,
});

type DealerScope = Pick<Scope, 'dealerKey' | 'dealerPath'>;

/** A search whose finds have gone elsewhere meanwhile looks at most this many pages further. */
const MOST_PAGES = 5;

const inTree = (dealerPath: string) =>
  DealerEntity.query.byTree({ tree: 'all' }).between({ dealerPath }, { dealerPath: through(dealerPath) });

const keyOf = ({ DealerKey }: { DealerKey: number }) => DealerKey;

/** Which of the lookups of a name a search meets first; those after it are the same dealer again. */
const foundBy = (name: string, value: string) =>
  beginningsOf(name)
    .filter((beginning) => beginning.startsWith(value))
    .sort()[0];

/** The dealer of the scope whose key the text is. */
async function ofKey(scope: DealerScope, text: string): Promise<StoredDealer | undefined> {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const { data } = await DealerEntity.get({ DealerKey: Number(text) }).go();
  return data && covers(scope, data.dealerPath) ? data : undefined;
}

/** The keys of dealers that the portal creates come after these. */
const KEYS_BEFORE = 10_000;
/** More than are created in the moment that an index can be behind; one batch reads so many. */
const LATEST = 100;
const COUNTER = 'dealer';

/** A key that was given to no dealer that the portal created before. */
export const newDealerKey = async (): Promise<number> => KEYS_BEFORE + (await nextNumber(COUNTER));

/** The dealers that were created last, as they are at this moment. */
async function latestDealers(): Promise<StoredDealer[]> {
  const last = await lastNumber(COUNTER);
  const count = Math.min(LATEST, last);
  const keys = Array.from({ length: count }, (_, index) => ({ DealerKey: KEYS_BEFORE + last - index }));
  return count === 0 ? [] : getAll(DealerEntity, keys, { consistent: true });
}

export const DEALER_MOVED = 'The dealer was moved meanwhile. Try again in a moment';

type DealerOfTransaction = TransactWriteEntities<{ dealer: typeof DealerEntity }>['dealer'];

/**
 * The condition, in the transaction that writes something of a dealer, that the dealer still stands where that is put. What is written
 * before its dealer follows a move is found by the move; what would be written after it is refused.
 */
export const standingAt = (dealer: DealerOfTransaction, { DealerKey, dealerPath }: Standing) =>
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
  /** The dealer, or NOT_FOUND where it lies outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, dealerKey: number): Promise<StoredDealer> {
    // As it is now: who decides by it writes on the condition that it was so.
    const { data } = await DealerEntity.get({ DealerKey: dealerKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw new AppError('NOT_FOUND', 'There is no such dealer');
    return data;
  },

  /** The dealer, wherever it is, or undefined. */
  async byKey(DealerKey: number) {
    const { data } = await DealerEntity.get({ DealerKey }).go();
    return data ?? undefined;
  },

  /** The dealers of the tree at `dealerPath`, itself first, page by page. */
  tree: ({ dealerPath }: Pick<Scope, 'dealerPath'>, request: PageRequest): Promise<Page<StoredDealer>> =>
    page(inTree(dealerPath), request),

  /**
   * One page of the dealers of the scope that have a word of their name, or all from it on, beginning with `text`; by what was
   * found. The dealer whose key `text` is comes first.
   */
  async find(scope: DealerScope, text: string, request: PageRequest): Promise<Page<StoredDealer>> {
    const value = searchedName(text);
    const first = request.cursor === undefined ? await ofKey(scope, text) : undefined;
    if (value === undefined) return { items: first ? [first] : [], cursor: null };
    const query = DealerLookupEntity.query
      .byAbove({ above: scope.dealerKey })
      .between({ value }, { value: through(value) });
    const pageSize = request.pageSize - (first ? 1 : 0);
    if (first && pageSize === 0) return { items: [first], cursor: beginningOf(query) };
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
      if (items.length > 0 || found.cursor === null || pages === MOST_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },

  /** A page of the whole tree, or of what is searched for in it. */
  page: (scope: DealerScope, { searchText, ...request }: PageRequest & { searchText?: string | undefined }) =>
    searchText ? dealerStore.find(scope, searchText, request) : dealerStore.tree(scope, request),

  /** Whether there are dealers below the one at `dealerPath`. */
  async hasBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<boolean> {
    const { items } = await this.tree({ dealerPath }, { pageSize: 2 });
    return items.some((dealer) => dealer.dealerPath !== dealerPath);
  },

  /**
   * How many levels of dealers there are below the one at `dealerPath`. An index can be a moment behind, so those that were created
   * last are read by themselves.
   */
  async levelsBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<number> {
    const latest = await latestDealers();
    const { data } = await inTree(dealerPath).go({ pages: 'all', attributes: ['dealerPath'] });
    return [...data, ...latest.filter((dealer) => dealer.dealerPath.startsWith(dealerPath))].reduce(
      (most, below) => Math.max(most, levelBelow(dealerPath, below.dealerPath)),
      0,
    );
  },

  /** The names of dealers that the caller may know already. A renamed dealer shows its new name after five minutes. */
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
