import type { DealerChoice } from '#core/dealer-switch/contract.ts';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { dealerSearchStore } from '#data/dealers/dealer-search.ts';
import { dealerStore } from '#data/dealers/dealers.ts';

interface Search {
  cursor?: string | undefined;
  pageSize: number;
  searchText?: string | undefined;
}

/** A page of the user's own tree, also while the session is shown as another dealer. So the user can find the way back. */
export async function findDealers(
  { home }: Scope,
  search: Search,
  { withOwn }: { withOwn: boolean },
): Promise<Page<DealerChoice>> {
  const { items, cursor } = await dealerSearchStore.page(home, search);
  const dealers = items.filter(({ DealerKey }) => withOwn || DealerKey !== home.dealerKey);
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
