import { useEffect, useState } from 'react';
import { dealers } from '#core/dealers/contract.ts';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

interface DealerFieldProps {
  name: string;
  label: string;
  labelHidden?: boolean;
  value: number | undefined;
  onChange: (dealerKey: number | undefined) => void;
  /** The name of the dealer that is chosen, where the caller knows it. */
  chosenName?: string | undefined;
  clearable?: boolean;
  placeholder?: string;
  help?: string;
}

const SHOWN = 50;
/** Milliseconds of rest before what was typed is searched for. */
const REST = 200;

/** A dealer out of thousands: type the beginning of a word of the name, or the key. */
export function DealerField({ value, chosenName, ...field }: DealerFieldProps) {
  const [text, setText] = useState('');
  const searchText = useRested(text.trim());
  const { data } = useEndpoint(
    dealers.list,
    { pageSize: SHOWN, ...(searchText && { searchText }) },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const found = (data?.items ?? []).map(({ DealerKey, DealerName, DealerParentName }) => ({
    value: DealerKey,
    label: DealerName,
    hint: [DealerParentName, DealerKey].filter((part) => part !== null).join(' · '),
  }));
  const [known, setKnown] = useState<string>();
  const isFound = found.some((option) => option.value === value);
  const chosen = value === undefined || isFound ? [] : [{ value, label: known ?? chosenName ?? `Dealer ${value}` }];
  return (
    <SearchSelectField
      {...field}
      value={value}
      options={[...found, ...chosen]}
      onSearch={setText}
      onChange={(dealerKey) => {
        setKnown(found.find((option) => option.value === dealerKey)?.label);
        field.onChange(dealerKey);
      }}
    />
  );
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
