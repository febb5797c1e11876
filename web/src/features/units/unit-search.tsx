import { chakra, Flex, IconButton, Input, InputGroup, NativeSelect } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { completionsOf, isQuery, type KnownValues, type QueryFilters, readQuery } from '#core/units/query.ts';
import { useSearchDraft } from '#web/components/search/use-search-draft.ts';
import { KeyCaps } from '#web/components/shortcuts/key-caps.tsx';
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { isSearch, type ListAddress, type SearchBy, searchTextOf } from './list-address.ts';
import { SEARCH_FIELD_LABELS } from './search-fields.ts';

interface UnitSearchProps {
  address: ListAddress;
  /** The values of filters that the list knows. */
  known: KnownValues;
  onSearch: (change: Pick<ListAddress, 'searchField' | 'searchText'>) => void;
  /** Adds the filters that a query names; the rest of it is a search. */
  onQuery: (filters: QueryFilters, searchText: string) => void;
}

const FIELDS = Object.entries(SEARCH_FIELD_LABELS) as [SearchBy, string][];

/**
 * The search field and the text, in upper case like ids. A text with filters, such as carrier:verizon,att or silent>24h, is read when it is sent: the filters then
 * show as chips.
 */
export function UnitSearch({ address, known, onSearch, onQuery }: UnitSearchProps) {
  const reader = { known, viewer: { engineer: useSession().has('ENGINEER') } };
  const [problem, setProblem] = useState<string>();
  const completions = useId();
  const [field, setField] = useState(address.searchField);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: 'Search units', run: () => input.current?.select() }]);

  const search = useSearchDraft({
    text: address.searchText,
    isEmpty: !isSearch(address),
    onSearch: (wanted) => searchFor(wanted),
    isText: (draft) => !isQuery(draft),
  });
  const text = search.draft;
  // The back button changes the address, too.
  useEffect(() => setField(address.searchField), [address.searchField]);

  function searchFor(wanted: string, searchField = field) {
    const searchText = searchTextOf(wanted);
    search.note({ text: searchText, isEmpty: searchText === '' });
    onSearch({ searchField, searchText });
  }
  function send() {
    if (!isQuery(text)) return searchFor(text);
    const query = readQuery(text, reader);
    if ('problem' in query) return setProblem(query.problem);
    const searchText = searchTextOf(query.text);
    search.note({ text: searchText, isEmpty: searchText === '' });
    search.replace(searchText);
    onQuery(query.filters, searchText);
  }
  const clear = () => {
    setProblem(undefined);
    search.replace('');
    if (address.searchText) searchFor('');
    input.current?.focus();
  };

  return (
    <chakra.form
      role="search"
      flex="1 1 20rem"
      maxW="36rem"
      minW="0"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Flex direction={{ base: 'column', md: 'row' }} gap={{ base: '2', md: '0' }}>
        <NativeSelect.Root w={{ base: 'full', md: '9.5rem' }} flexShrink="0">
          <NativeSelect.Field
            aria-label="Search by"
            value={field}
            borderEndRadius={{ md: '0' }}
            borderEndWidth={{ md: '0' }}
            onChange={(event) => {
              const chosen = event.target.value as SearchBy;
              setField(chosen);
              if (address.searchText && text) searchFor(text, chosen);
            }}
          >
            {FIELDS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
        <InputGroup
          startElement={<Search size={15} aria-hidden />}
          endElementProps={{ px: '1' }}
          endElement={
            text ? (
              <IconButton size="2xs" variant="ghost" aria-label="Clear the search" onClick={clear}>
                <X size={15} aria-hidden />
              </IconButton>
            ) : (
              <chakra.span hideBelow="md" px="1" aria-hidden>
                <KeyCaps keys="/" />
              </chakra.span>
            )
          }
        >
          <Input
            ref={input}
            value={text}
            list={completions}
            onChange={(event) => {
              setProblem(undefined);
              search.type(event.target.value.toUpperCase());
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              if (text) clear();
              else event.currentTarget.blur();
            }}
            aria-label={`Search units by ${SEARCH_FIELD_LABELS[field].toLowerCase()}`}
            placeholder="Search, or carrier:verizon"
            borderStartRadius={{ md: '0' }}
            textStyle="identifier"
            maxLength={200}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${completions}-problem`}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </InputGroup>
      </Flex>
      <datalist id={completions}>
        {completionsOf(text, reader).map((query) => (
          <option key={query} value={query} />
        ))}
      </datalist>
      {problem && (
        <chakra.p id={`${completions}-problem`} role="alert" color="fg.error" textStyle="sm" mt="1">
          {problem}
        </chakra.p>
      )}
    </chakra.form>
  );
}
