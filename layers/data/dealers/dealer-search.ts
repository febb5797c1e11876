import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { searchPrefixOf, searchTextsOf } from '#core/dealers/search.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { getAll } from '../kit/batch.ts';
import { firstPageCursor, page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { DealerLookupEntity } from './dealer-lookups.ts';
import { DealerEntity, dealerStore } from './dealers.ts';

type DealerScope = Pick<Scope, 'dealerKey' | 'dealerPath'>;

/** A search stops after this many pages of outdated lookups. */
const MAX_PAGES = 5;

export const dealerSearchStore = {
  /** A page of the whole tree, or of the search results. */
  page: (scope: DealerScope, { searchText, ...request }: PageRequest & { searchText?: string | undefined }) =>
    searchText ? dealerSearchStore.find(scope, searchText, request) : dealerStore.tree(scope, request),

  /**
   * One page of the dealers of the scope in whose name `text` matches from the beginning of a word on, sorted by the match. The dealer
   * whose key is `text` comes first.
   */
  async find(scope: DealerScope, text: string, request: PageRequest): Promise<Page<DealerRecord>> {
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
      const items: DealerRecord[] = found.items.flatMap((lookup) => {
        const dealer = byKey.get(lookup.DealerKey);
        const fits = dealer && covers(scope, dealer.dealerPath) && foundBy(dealer.DealerName, value) === lookup.value;
        return fits && dealer.DealerKey !== first?.DealerKey && String(dealer.DealerKey) !== text ? [dealer] : [];
      });
      if (first) items.unshift(first);
      if (items.length > 0 || found.cursor === null || pages === MAX_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },
};

const keyOf = ({ DealerKey }: { DealerKey: number }) => DealerKey;

/** The first lookup of a name that matches the search. Later ones are the same dealer again. */
const foundBy = (name: string, value: string) =>
  searchTextsOf(name)
    .filter((beginning) => beginning.startsWith(value))
    .sort()[0];

/** The dealer of the scope whose key is `text`. */
async function ofKey(scope: DealerScope, text: string): Promise<DealerRecord | undefined> {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const { data } = await DealerEntity.get({ DealerKey: Number(text) }).go();
  return data && covers(scope, data.dealerPath) ? data : undefined;
}
