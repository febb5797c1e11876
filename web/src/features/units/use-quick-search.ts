import { units } from '#core/units/contract.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

/** A search waits for this pause in typing. */
const TYPING_PAUSE_MS = 250;
const MIN_LENGTH = 2;

/** The answer of the quick search; undefined for a text of less than two characters. */
export function useQuickSearch(text: string) {
  const wanted = text.trim();
  const searchText = useDebounced(wanted, wanted === '' ? 0 : TYPING_PAUSE_MS);
  const isAsked = searchText.length >= MIN_LENGTH;
  const { data, error, isValidating } = useEndpoint(units.quickSearch, isAsked ? { searchText } : null, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    // The field shows the failure.
    onError: () => undefined,
  });
  const isSearching = wanted.length >= MIN_LENGTH && (isValidating || searchText !== wanted);
  return { answer: searchText === wanted ? data : undefined, error: isSearching ? undefined : error, isSearching };
}
