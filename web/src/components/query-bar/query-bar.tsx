import { Box, chakra, Input } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { OptionList } from '../form/option-list.tsx';
import { useListbox } from '../form/use-listbox.ts';
import { useStable } from '../hooks/use-stable.ts';
import { announce } from '../messages/announce.ts';
import { KeyCaps } from '../shortcuts/key-caps.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { CHIP_FIELD, Chip } from '../status/chip.tsx';
import {
  EMPTY_QUERY,
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

const SEARCH_DELAY_MS = 500;

/** Filters as chips and free text in one field. */
export function QueryBar({ label, filters = [], value, onChange, placeholder, slashFocuses = true }: QueryBarProps) {
  const [draft, setDraft] = useState(value.text);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const searchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The text of the last search: this bar's own, or one from elsewhere. */
  const searchedText = useRef(value.text);
  const suggestions = suggest(filters, draft);

  // A text from elsewhere (the address, another control) replaces the draft. The bar's own does not: the user types on.
  useLayoutEffect(() => {
    if (value.text === searchedText.current) return;
    searchedText.current = value.text;
    clearTimeout(searchTimer.current);
    setDraft(value.text);
  }, [value.text]);
  useEffect(() => () => clearTimeout(searchTimer.current), []);
  useShortcuts(slashFocuses ? [{ keys: '/', label, run: () => input.current?.focus() }] : []);

  const enter = (next: Query) => {
    clearTimeout(searchTimer.current);
    searchedText.current = next.text;
    onChange(next);
  };
  const searchFor = useStable((text: string) => enter({ ...value, text }));
  const type = (text: string) => {
    setDraft(text);
    setOpen(true);
    listbox.reset();
    clearTimeout(searchTimer.current);
    // A draft that names a filter is not yet a search.
    if (parseDraft(filters, text).filter === undefined) {
      searchTimer.current = setTimeout(() => searchFor(text.trim()), SEARCH_DELAY_MS);
    }
  };
  const choose = (suggestion: Suggestion) => {
    if (suggestion.kind === 'filter') {
      clearTimeout(searchTimer.current);
      setDraft(`${suggestion.filter.label}: `);
      listbox.reset();
      return;
    }
    setOpen(false);
    if (suggestion.kind === 'text') return searchFor(suggestion.text);
    setDraft('');
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
    setDraft('');
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
    <Box position="relative" flex={{ base: '1 1 8rem', md: '1 1 16rem' }} minW="0" maxW="44rem">
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
                setDraft(`${name}: `);
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
        <OptionList id={listbox.listId} label={`${label}: suggestions`}>
          {suggestions.map((suggestion, index) => (
            <SuggestionOption key={suggestionKey(suggestion)} suggestion={suggestion} {...listbox.optionProps(index)} />
          ))}
        </OptionList>
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
