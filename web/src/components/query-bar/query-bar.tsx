import { Box, chakra, Input } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { OptionPopup } from '../form/option-list.tsx';
import { useListbox } from '../form/use-listbox.ts';
import { announce } from '../messages/announce.ts';
import { useSearchDraft } from '../search/use-search-draft.ts';
import { KeyCaps } from '../shortcuts/key-caps.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { CHIP_FIELD, Chip } from '../status/chip.tsx';
import {
  EMPTY_QUERY,
  isEmptyQuery,
  parseDraft,
  type Query,
  type QueryFilter,
  type Suggestion,
  suggest,
  valueLabel,
  withFilter,
  withoutFilter,
} from './query.ts';
import { SuggestionOption, suggestionKey } from './suggestion-option.tsx';

export interface QueryBarProps {
  /** The field's label: `Search units`. */
  label: string;
  filters?: readonly QueryFilter[];
  value: Query;
  /** Called when a filter is set or removed, and when text is entered (Enter, or half a second without typing). */
  onChange: (query: Query) => void;
  placeholder?: string;
  /** Whether `/` focuses it; true when omitted. */
  slashFocuses?: boolean;
}

/** The shortest limit of a search text among the lists. */
const MAX_LENGTH = 100;

/** Filters as chips and free text in one field. */
export function QueryBar({ label, filters = [], value, onChange, placeholder, slashFocuses = true }: QueryBarProps) {
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const searchFor = (text: string) => enter({ ...value, text });
  const search = useSearchDraft({
    text: value.text,
    isEmpty: isEmptyQuery(value),
    onSearch: searchFor,
    // A draft that names a filter is not yet a search.
    isText: (text) => parseDraft(filters, text).filter === undefined,
  });
  const { draft } = search;
  const suggestions = suggest(filters, draft);
  useShortcuts(slashFocuses ? [{ keys: '/', label, run: () => input.current?.focus() }] : []);

  function enter(next: Query) {
    search.note({ text: next.text, isEmpty: isEmptyQuery(next) });
    onChange(next);
  }
  const type = (text: string) => {
    search.type(text);
    setOpen(true);
    listbox.reset();
  };
  const choose = (suggestion: Suggestion) => {
    if (suggestion.kind === 'filter') {
      search.replace(`${suggestion.filter.label}: `);
      listbox.reset();
      return;
    }
    setOpen(false);
    if (suggestion.kind === 'text') return searchFor(suggestion.text);
    search.replace('');
    enter({ ...withFilter(value, { id: suggestion.filter.id, value: suggestion.value }), text: '' });
  };
  const listbox = useListbox({
    count: suggestions.length,
    open,
    onChoose: (index) => choose(suggestions[index]!),
    // Enter in an empty field searches for no text; it does not choose the first filter.
    initial: draft === '' ? -1 : 0,
  });

  const remove = (id: string, name: string) => {
    // A text that waits to be searched for is not lost.
    const text = parseDraft(filters, draft).filter ? value.text : draft.trim();
    enter({ ...withoutFilter(value, id), text });
    announce(`Removed filter ${name}`);
    input.current?.focus();
  };
  const clear = () => {
    search.replace('');
    enter(EMPTY_QUERY);
    input.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (listbox.onKeyDown(event)) return;
    if (event.key === 'Enter') {
      setOpen(false);
      searchFor(draft.trim());
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Escape') {
      input.current?.blur();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Backspace' && event.currentTarget.selectionEnd === 0 && value.filters.length > 0) {
      const last = value.filters.at(-1)!;
      remove(last.id, last.id);
    }
  };

  const isEmpty = draft === '' && value.filters.length === 0;
  return (
    <Box position="relative" flex={{ base: '1 0 11rem', md: '1 1 16rem' }} minW="0" maxW="44rem">
      <Box
        role="search"
        css={CHIP_FIELD}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <chakra.span color="fg.muted" px="1" pointerEvents="none">
          <Search size={15} aria-hidden />
        </chakra.span>
        {value.filters.map(({ id, value: chosen }) => {
          const filter = filters.find((candidate) => candidate.id === id);
          const name = filter?.label ?? id;
          return (
            <Chip
              key={id}
              onRemove={() => remove(id, name)}
              removeLabel={`Remove filter ${name}`}
              onEdit={() => {
                search.replace(`${name}: `);
                setOpen(true);
                input.current?.focus();
              }}
            >
              <chakra.span color="fg.muted">{`${name}: `}</chakra.span>
              <chakra.span fontWeight="600">{valueLabel(filter, chosen)}</chakra.span>
            </Chip>
          );
        })}
        <Input
          ref={input}
          unstyled
          flex="1"
          minW="4rem"
          h="6"
          px="1"
          outline="0"
          bg="transparent"
          aria-label={label}
          {...listbox.inputProps}
          value={draft}
          maxLength={MAX_LENGTH}
          placeholder={value.filters.length === 0 ? (placeholder ?? label) : undefined}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {isEmpty ? (
          slashFocuses && (
            <chakra.span hideBelow="md" px="1" aria-hidden>
              <KeyCaps keys="/" />
            </chakra.span>
          )
        ) : (
          <ClearButton type="button" aria-label="Clear search and filters" onClick={clear}>
            <X size={15} aria-hidden />
          </ClearButton>
        )}
      </Box>
      {open && suggestions.length > 0 && (
        <OptionPopup id={listbox.listId} label={`${label}: suggestions`}>
          {suggestions.map((suggestion, index) => (
            <SuggestionOption key={suggestionKey(suggestion)} suggestion={suggestion} {...listbox.optionProps(index)} />
          ))}
        </OptionPopup>
      )}
    </Box>
  );
}

const ClearButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '6',
    borderRadius: 'l1',
    color: 'fg.muted',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
});
