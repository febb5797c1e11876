import { useEffect, useState } from 'react';
import { units } from '#core/units/contract.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

/** Milliseconds of rest before what was typed is searched for. */
const REST = 250;
const SHORTEST = 2;

/** What the quick search answers to a text; nothing to one of less than two signs. */
export function useQuickSearch(text: string) {
  const wanted = text.trim();
  const [searchText, setSearchText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(wanted), wanted === '' ? 0 : REST);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isAsked = searchText.length >= SHORTEST;
  const { data, error, isValidating } = useEndpoint(units.quickSearch, isAsked ? { searchText } : null, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    // The field says it.
    onError: () => undefined,
  });
  const isSearching = wanted.length >= SHORTEST && (isValidating || searchText !== wanted);
  return { answer: searchText === wanted ? data : undefined, error: isSearching ? undefined : error, isSearching };
}
