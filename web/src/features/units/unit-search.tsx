import { chakra, Flex, IconButton, Input, InputGroup, NativeSelect } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchDraft } from '#web/components/search/use-search-draft.ts';
import { KeyCaps } from '#web/components/shortcuts/key-caps.tsx';
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts';
import { isSearch, type ListAddress, type SearchBy, searchTextOf } from './list-address.ts';
import { SEARCH_FIELD_LABELS } from './search-fields.ts';

interface UnitSearchProps {
  address: ListAddress;
  onSearch: (change: Pick<ListAddress, 'searchField' | 'searchText'>) => void;
}

const FIELDS = Object.entries(SEARCH_FIELD_LABELS) as [SearchBy, string][];

/** The search field and the text, in upper case like ids. */
export function UnitSearch({ address, onSearch }: UnitSearchProps) {
  const [field, setField] = useState(address.searchField);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: 'Search units', run: () => input.current?.select() }]);

  const search = useSearchDraft({
    text: address.searchText,
    isEmpty: !isSearch(address),
    onSearch: (wanted) => searchFor(wanted),
  });
  const text = search.draft;
  // The back button changes the address, too.
  useEffect(() => setField(address.searchField), [address.searchField]);

  function searchFor(wanted: string, searchField = field) {
    const searchText = searchTextOf(wanted);
    search.note({ text: searchText, isEmpty: searchText === '' });
    onSearch({ searchField, searchText });
  }
  const clear = () => {
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
        searchFor(text);
      }}
    >
      <Flex>
        <NativeSelect.Root w="9.5rem" flexShrink="0">
          <NativeSelect.Field
            aria-label="Search by"
            value={field}
            borderEndRadius="0"
            borderEndWidth="0"
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
            onChange={(event) => search.type(event.target.value.toUpperCase())}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              if (text) clear();
              else event.currentTarget.blur();
            }}
            aria-label={`Search units by ${SEARCH_FIELD_LABELS[field].toLowerCase()}`}
            placeholder="Search units"
            borderStartRadius="0"
            textStyle="identifier"
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </InputGroup>
      </Flex>
    </chakra.form>
  );
}
