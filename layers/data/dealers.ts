import { Entity, type EntityItem } from 'electrodb';
import { SIGN_OUT_ADDRESSES } from '#core/auth/sign-out-address.ts';
import { nameKeyOf } from '#core/dealers/edit.ts';
import { levelBelow } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { getAll } from './batch.ts';
import { page } from './page.ts';
import { at, primary, secondary, through } from './table.ts';

const text = { type: 'string' } as const;

export const DealerEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dealer', version: '1' },
    attributes: {
      DealerKey: { type: 'number', required: true },
      DealerName: { type: 'string', required: true },
      /** The name as it is searched by. */
      nameKey: {
        type: 'string',
        hidden: true,
        watch: ['DealerName'],
        set: (_: string | undefined, { DealerName }: { DealerName?: string }) => DealerName?.toLowerCase(),
      },
      DealerParent: { type: 'number' },
      DealerStatus: { type: 'number', required: true },
      DealerBillingCode: { type: 'string' },
      dealerPath: { type: 'string', required: true },
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
      version: { type: 'number' },
      /** Where the sessions of its users end; the login where there is none. */
      signOutAddress: { type: SIGN_OUT_ADDRESSES },
      /** The provider of identities that its users may sign on with. */
      signOnProvider: { type: 'string' },
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
      parent: { type: 'number', required: true },
      name: { type: 'string', required: true },
      DealerKey: { type: 'number', required: true },
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

interface TreeRequest {
  cursor?: string | undefined;
  pageSize: number;
  searchText?: string | undefined;
}

const names = new Map<number, { name: string; until: number }>();

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

  /**
   * The dealers of the tree at `dealerPath`, itself first, page by page; those whose name holds `searchText` or whose key it is.
   * A search reads the tree in rounds of a thousand until the page is full.
   */
  tree({ dealerPath }: Pick<Scope, 'dealerPath'>, request: TreeRequest) {
    const text = request.searchText?.toLowerCase();
    const all = DealerEntity.query.byTree({ tree: 'all' }).between({ dealerPath }, { dealerPath: through(dealerPath) });
    if (!text) return page(all, request);
    const key = Number(text);
    const found = all.where(({ nameKey, DealerKey }, { contains, eq }) =>
      [contains(nameKey, text), Number.isSafeInteger(key) && eq(DealerKey, key)].filter(Boolean).join(' OR '),
    );
    return page(found, { ...request, reading: 1000 });
  },

  /** Whether there are dealers below the one at `dealerPath`. */
  async hasBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<boolean> {
    const { items } = await this.tree({ dealerPath }, { pageSize: 2 });
    return items.some((dealer) => dealer.dealerPath !== dealerPath);
  },

  /** How many levels of dealers there are below the one at `dealerPath`. */
  async levelsBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<number> {
    const { data } = await DealerEntity.query
      .byTree({ tree: 'all' })
      .between({ dealerPath }, { dealerPath: through(dealerPath) })
      .go({ pages: 'all', attributes: ['dealerPath'] });
    return data.reduce((most, below) => Math.max(most, levelBelow(dealerPath, below.dealerPath)), 0);
  },

  /** The names of dealers that the caller may know already; kept for five minutes, as names hardly change. */
  async names(dealerKeys: readonly number[], now: number): Promise<Map<number, string>> {
    const wanted = [...new Set(dealerKeys)].filter((key) => (names.get(key)?.until ?? 0) < now);
    if (wanted.length > 0) {
      const dealers = await getAll(
        DealerEntity,
        wanted.map((DealerKey) => ({ DealerKey })),
      );
      for (const { DealerKey, DealerName } of dealers)
        names.set(DealerKey, { name: DealerName, until: now + 5 * MINUTE });
    }
    return new Map(dealerKeys.map((key) => [key, names.get(key)?.name ?? `Dealer ${key}`]));
  },
};
