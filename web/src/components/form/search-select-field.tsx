import { Box, IconButton, Input, InputGroup } from '@chakra-ui/react';
import { ChevronsUpDown, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { findMatches } from '../search/find-matches.ts';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';
import { OptionList, OptionPopup } from './option-list.tsx';
import { useListbox } from './use-listbox.ts';

export interface SearchSelectOption<Value extends string | number> {
  value: Value;
  label: string;
  hint?: string;
}

export interface SearchSelectFieldProps<Value extends string | number> extends FieldProps<Value, Value | undefined> {
  options: readonly SearchSelectOption<Value>[];
  placeholder?: string;
  /** Shows a cross that clears the choice. */
  clearable?: boolean;
  /** Gets the typed text if the caller searches; its options are then shown unfiltered. */
  onSearch?: (text: string) => void;
  /** The caller is searching: its options do not answer the typed text yet. */
  searching?: boolean;
}

const SHOWN = 100;

/** A choice from a long list: type to find it. */
export function SearchSelectField<Value extends string | number>(props: SearchSelectFieldProps<Value>) {
  const { name, value, onChange, onBlur, options, placeholder = 'Search…', clearable = false } = props;
  const [query, setQuery] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const open = query !== undefined;
  const chosen = options.find((option) => option.value === value);
  const isFoundByCaller = props.onSearch !== undefined;
  const found = useMemo(
    () => (isFoundByCaller ? options : rankOptions(query ?? '', options)).slice(0, SHOWN),
    [isFoundByCaller, query, options],
  );

  const choose = (option: SearchSelectOption<Value>) => {
    onChange(option.value);
    setQuery(undefined);
  };
  const listbox = useListbox({ count: found.length, open, onChoose: (index) => choose(found[index]!) });
  const search = (text: string) => {
    setQuery(text);
    props.onSearch?.(text);
    listbox.reset();
  };

  return (
    <FormField {...lookOf(props)}>
      <Box position="relative" w="full">
        <InputGroup
          endElementProps={{ px: '1' }}
          endElement={
            clearable && chosen && !props.disabledReason ? (
              <IconButton
                size="xs"
                variant="ghost"
                aria-label={`Clear ${props.label}`}
                onClick={() => {
                  onChange(undefined);
                  input.current?.focus();
                }}
              >
                <X size={15} aria-hidden />
              </IconButton>
            ) : (
              <Box px="1.5" pointerEvents="none">
                <ChevronsUpDown size={15} aria-hidden />
              </Box>
            )
          }
        >
          <Input
            ref={input}
            name={name}
            value={query ?? chosen?.label ?? ''}
            placeholder={chosen?.label ?? placeholder}
            {...listbox.inputProps}
            onFocus={(event) => event.target.select()}
            onClick={() => !open && search('')}
            onChange={(event) => search(event.target.value)}
            onBlur={() => {
              setQuery(undefined);
              onBlur?.();
            }}
            onKeyDown={(event) => {
              if (listbox.onKeyDown(event)) return;
              if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
                event.preventDefault();
                search('');
              }
              if (open && event.key === 'Escape') {
                event.stopPropagation();
                setQuery(undefined);
              }
            }}
          />
        </InputGroup>
        {open && (
          <OptionPopup
            id={listbox.listId}
            label={props.label}
            empty={found.length > 0 ? undefined : props.searching ? 'Searching…' : 'Nothing found'}
          >
            {found.map((option, index) => (
              <OptionList.Option
                key={option.value}
                {...listbox.optionProps(index)}
                checked={option.value === value}
                hint={option.hint}
              >
                {option.label}
              </OptionList.Option>
            ))}
          </OptionPopup>
        )}
      </Box>
    </FormField>
  );
}

/** The options that answer a query, best first. */
const rankOptions = <Value extends string | number>(query: string, options: readonly SearchSelectOption<Value>[]) =>
  findMatches(query, options, {
    text: ({ label }) => label,
    more: ({ hint }) => (hint ? [hint] : []),
  }).map(({ item }) => item);
