import { useEffect, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { routeKey } from '#core/contract.ts';
import { type DealerChoice, dealerSwitch } from '#core/dealer-switch/contract.ts';
import type { Page } from '#core/paging.ts';
import { nullIfEmpty } from '#core/text.ts';
import { call } from '#web/lib/api/api.ts';

export type DealerList = 'subDealers' | 'headerDealers';

const PAGE_SIZE = 50;
/** Milliseconds of rest before what was typed is searched for. */
const REST = 200;

/** The dealers of a list that a text finds, page after page. */
export function useDealerSearch(list: DealerList, text: string) {
  const endpoint = dealerSwitch[list];
  const searchText = useRested(text.trim());
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
    /** Absent where there are no more. */
    showMore: data?.at(-1)?.cursor ? () => void setSize((size) => size + 1) : undefined,
    retry: () => void mutate(),
  };
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
