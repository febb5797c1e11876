import { Entity, type EntityItem, type TransactWriteEntities } from 'electrodb';
import { SIGN_OUT_ADDRESSES } from '#core/auth/sign-out-address.ts';
import type { ReportingAccount } from '#core/dealers/dealer.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import type { MainContact } from '#core/dealers/main-contact.ts';
import type { DealerRules } from '#core/dealers/rules.ts';
import { AppError } from '#core/errors.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { page } from '../kit/page.ts';
import { at, endOfPrefix, primary, secondary } from '../kit/table.ts';

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
      MainContact: jsonOf<MainContact>(),
      /** The names of its two lists of labels. */
      CustomLabel1: text,
      CustomLabel2: text,
      /** The rules of this dealer. Absent: the usual rules. */
      Rules: jsonOf<DealerRules>(),
      reportingAccount: jsonOf<ReportingAccount>(),
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

/** A dealer as the table has it. */
export type DealerItem = EntityItem<typeof DealerEntity>;

/** Reserves a name for one dealer below its parent, so that the names of siblings look different. 0: no parent. */
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
}: Pick<DealerRecord, 'DealerKey' | 'DealerName' | 'DealerParent'>) => ({
  parent: DealerParent ?? 0,
  name: nameSkeleton(DealerName),
  DealerKey,
});

/** The query of the dealers at and below `dealerPath`. */
export const inTree = (dealerPath: string) =>
  DealerEntity.query.byTree({ tree: 'all' }).between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) });

/** Reserves a billing code for one dealer. Bills of all dealers are told apart by it. */
export const BillingCodeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'billingCode', version: '1' },
    attributes: { code: requiredText, DealerKey: requiredNumber },
    indexes: { billingCode: primary(['code'], []) },
  },
  at,
);

/** The reservation of a dealer's billing code; undefined if it has none. */
export const reservedCodeOf = ({ DealerKey, DealerBillingCode: code }: ReservingCode) =>
  code ? { code, DealerKey } : undefined;

type ReservingCode = Pick<DealerRecord, 'DealerKey' | 'DealerBillingCode'>;

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

/** The scope of a dealer in the scope; the scope itself without one. NOT_FOUND if it is not. */
export async function scopeOfDealer(
  scope: Pick<Scope, 'dealerKey' | 'dealerPath'>,
  DealerKey: number | undefined,
): Promise<Pick<Scope, 'dealerKey' | 'dealerPath'>> {
  if (DealerKey === undefined) return scope;
  const { dealerPath } = await dealerStore.get(scope, DealerKey);
  return { dealerKey: DealerKey, dealerPath };
}

export const dealerStore = {
  /** The dealer; NOT_FOUND if it is outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, dealerKey: number): Promise<DealerRecord> {
    // Consistent, because callers write on the condition that it is unchanged.
    const { data } = await DealerEntity.get({ DealerKey: dealerKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw new AppError('NOT_FOUND', 'There is no such dealer');
    return data;
  },

  /** The dealer, inside or outside a scope, or undefined. */
  async byKey(DealerKey: number, consistent = false) {
    const { data } = await DealerEntity.get({ DealerKey }).go({ consistent });
    return data ?? undefined;
  },

  /** The dealers of the tree at `dealerPath`, itself first, page by page. */
  tree: ({ dealerPath }: Pick<Scope, 'dealerPath'>, request: PageRequest): Promise<Page<DealerRecord>> =>
    page(inTree(dealerPath), request),

  /** True if there are dealers below the one at `dealerPath`. */
  async hasBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<boolean> {
    const { items } = await this.tree({ dealerPath }, { pageSize: 2 });
    return items.some((dealer) => dealer.dealerPath !== dealerPath);
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
