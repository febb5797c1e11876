import { Box, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { dealers } from '#core/dealers/contract.ts';
import type { FieldProps } from '#web/components/form/field-binding.ts';
import { FormField, lookOf } from '#web/components/form/form-field.tsx';
import { OptionList, OptionPopup } from '#web/components/form/option-list.tsx';
import { useListbox } from '#web/components/form/use-listbox.ts';
import { useListEndpoint } from '#web/lib/api/use-list-endpoint.ts';
import { showDealersFailure } from './dealer-words.ts';

interface ParentFieldProps extends FieldProps<number, number | null> {
  /** Name of the chosen dealer. */
  chosenName: string;
  /** Offers None. */
  none: boolean;
  onChosen: (name: string) => void;
}

const SHOWN = 20;

/** Finds the parent of a dealer by its key or the beginning of a word of its name. There are too many for a drop-down. */
export function ParentField({ chosenName, none, onChosen, ...props }: ParentFieldProps) {
  const [search, setSearch] = useState<string>();
  const open = search !== undefined;
  const text = search?.trim() ?? '';
  const { answer, isSettled, error } = useListEndpoint(
    dealers.list,
    open ? { pageSize: SHOWN, ...(text && { searchText: text }) } : null,
    { asked: text, onFailure: showDealersFailure },
  );
  const found = answer?.data.items ?? [];
  const options = [
    ...(none && text === '' ? [{ key: null, name: 'None', hint: 'Right below dealer 1' }] : []),
    ...found.map(({ DealerKey, DealerName }) => ({ key: DealerKey, name: DealerName, hint: String(DealerKey) })),
  ];
  const choose = ({ key, name }: (typeof options)[number]) => {
    props.onChange(key);
    onChosen(name);
    setSearch(undefined);
  };
  const listbox = useListbox({ count: options.length, open, onChoose: (index) => choose(options[index]!) });
  return (
    <FormField {...lookOf(props)}>
      <Box position="relative" w="full">
        <Input
          name={props.name}
          value={search ?? chosenName}
          placeholder="Search by name or key"
          {...listbox.inputProps}
          onFocus={(event) => event.target.select()}
          onClick={() => !open && setSearch('')}
          onChange={(event) => {
            setSearch(event.target.value);
            listbox.reset();
          }}
          onBlur={() => {
            setSearch(undefined);
            props.onBlur?.();
          }}
          onKeyDown={(event) => {
            if (listbox.onKeyDown(event)) return;
            if (!open && event.key === 'ArrowDown') {
              event.preventDefault();
              setSearch('');
            }
            if (open && event.key === 'Escape') {
              event.stopPropagation();
              setSearch(undefined);
            }
          }}
        />
        {open && (
          <OptionPopup
            id={listbox.listId}
            label={props.label}
            empty={options.length === 0 ? (error?.message ?? (isSettled ? 'Nothing found' : 'Searching…')) : undefined}
          >
            {options.map((option, index) => (
              <OptionList.Option
                key={option.key ?? 'none'}
                {...listbox.optionProps(index)}
                checked={option.key === props.value}
                hint={option.hint}
              >
                {option.name}
              </OptionList.Option>
            ))}
          </OptionPopup>
        )}
      </Box>
    </FormField>
  );
}
