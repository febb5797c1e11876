import { useState } from 'react';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { dealers } from '#core/dealers/contract.ts';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { type Session, useSession } from '#web/lib/session/session.tsx';

interface DealerFieldProps {
  name: string;
  label: string;
  labelHidden?: boolean;
  value: number | undefined;
  onChange: (dealerKey: number | undefined) => void;
  /** The name of the chosen dealer, if the caller knows it. */
  chosenName?: string | undefined;
  clearable?: boolean;
  placeholder?: string;
  help?: string;
  error?: string;
  required?: boolean;
  onBlur?: () => void;
}

const SHOWN = 50;
/** A search waits for this pause in typing. */
const TYPING_PAUSE_MS = 200;

/** The list that the field reads. Some users of dealer 1 choose a dealer without the right to list dealers: all staff may find those below their own. */
const listFor = ({ may }: Session): typeof dealers.list | typeof dealerSwitch.subDealers =>
  may(dealers.list.access) ? dealers.list : dealerSwitch.subDealers;

/** The read that the field sends when it is shown. Without a session it is that of who may list dealers. */
export const readOfDealerField = (session?: Session) =>
  readOf(session ? listFor(session) : dealers.list, { pageSize: SHOWN });

/** Finds a dealer among thousands by its key or the beginning of a word of its name. */
export function DealerField({ value, chosenName, ...field }: DealerFieldProps) {
  const [text, setText] = useState('');
  const searchText = useDebounced(text.trim(), TYPING_PAUSE_MS);
  const session = useSession();
  const list = listFor(session);
  const { data, isValidating } = useEndpoint(
    list,
    { pageSize: SHOWN, ...(searchText && { searchText }) },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const { dealer, dealerName } = session.user;
  const own =
    list === dealers.list || searchText !== ''
      ? []
      : [{ DealerKey: dealer, DealerName: dealerName, DealerParentName: null }];
  const found = [...own, ...(data?.items ?? [])].map(({ DealerKey, DealerName, DealerParentName }) => ({
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
      searching={isValidating || searchText !== text.trim()}
      onChange={(dealerKey) => {
        setKnown(found.find((option) => option.value === dealerKey)?.label);
        field.onChange(dealerKey);
      }}
    />
  );
}
