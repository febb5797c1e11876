import type { DealerChoice } from '#core/dealer-switch/contract.ts';
import type { Page } from '#core/paging.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { dealerSearchStore } from '#data/dealers/dealer-search.ts';
import { dealerStore } from '#data/dealers/dealers.ts';

interface Search {
  cursor?: string | undefined;
  pageSize: number;
  searchText?: string | undefined;
}

/** A page of the dealers below a dealer. With the user's own, also while the session is shown as another one, they find the way back. */
export async function findDealers(
  home: Scope['home'],
  search: Search,
  { withOwn, closed = new Set() }: { withOwn: boolean; closed?: ReadonlySet<number> },
): Promise<Page<DealerChoice>> {
  const { items, cursor } = await dealerSearchStore.page(home, search);
  const dealers = items.filter(
    ({ DealerKey, dealerPath }) =>
      (withOwn || DealerKey !== home.dealerKey) && !dealerKeysOf(dealerPath).some((key) => closed.has(key)),
  );
  // The user may not see dealers above their own.
  const parentOf = ({ DealerKey, DealerParent }: (typeof dealers)[number]) =>
    DealerKey === home.dealerKey ? undefined : DealerParent;
  const names = await dealerStore.names(
    dealers.map(parentOf).filter((key) => key !== undefined),
    Date.now(),
  );
  return {
    items: dealers.map((dealer) => ({
      DealerKey: dealer.DealerKey,
      DealerName: dealer.DealerName,
      DealerParentName: names.get(parentOf(dealer) ?? 0) ?? null,
    })),
    cursor,
  };
}

/** A page of the dealers below a dealer of the scope that take units: neither they nor a dealer above them is closed. */
export async function findOpenDealers(scope: Scope, DealerKey: number, search: Search): Promise<Page<DealerChoice>> {
  const { dealerPath } = await dealerStore.get(scope, DealerKey);
  const closed = await closedDealerStore.keys(Date.now());
  return findDealers({ dealerKey: DealerKey, dealerPath }, search, { withOwn: false, closed });
}
