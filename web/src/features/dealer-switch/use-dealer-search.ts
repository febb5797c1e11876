import useSWRInfinite from 'swr/infinite';
import { routeKey } from '#core/contract.ts';
import { type DealerChoice, dealerSwitch } from '#core/dealer-switch/contract.ts';
import type { Page } from '#core/paging.ts';
import { nullIfEmpty } from '#core/text.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { call } from '#web/lib/api/api.ts';

export type DealerList = 'subDealers' | 'headerDealers';

const PAGE_SIZE = 50;
/** A search waits for this pause in typing. */
const TYPING_PAUSE_MS = 200;

/** The dealers that match a text, page after page. */
export function useDealerSearch(list: DealerList, text: string) {
  const endpoint = dealerSwitch[list];
  const searchText = useDebounced(text.trim(), TYPING_PAUSE_MS);
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Page<DealerChoice>, Error>(
    (index, previous: Page<DealerChoice> | null) =>
      index > 0 && !previous?.cursor
        ? null
        : [routeKey(endpoint), 'pages', searchText, index === 0 ? undefined : previous?.cursor],
    ([, , wanted, cursor]: [string, string, string, string | undefined]) =>
      call(endpoint, { pageSize: PAGE_SIZE, searchText: nullIfEmpty(wanted) ?? undefined, cursor }),
    { revalidateFirstPage: false, revalidateOnFocus: false, keepPreviousData: true, onError: () => undefined },
  );
  return {
    dealers: data?.flatMap(({ items }) => items),
    error,
    isSearching: isValidating || searchText !== text.trim(),
    /** Absent on the last page. */
    showMore: data?.at(-1)?.cursor ? () => void setSize((size) => size + 1) : undefined,
    retry: () => void mutate(),
  };
}
