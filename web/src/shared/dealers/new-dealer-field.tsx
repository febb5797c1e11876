import { useState } from 'react';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import type { FieldProps } from '#web/components/form/field-binding.ts';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useSession } from '#web/lib/session/session.tsx';

const SHOWN = 50;
/** A search waits for this pause in typing. */
const TYPING_PAUSE_MS = 200;

type NewDealerFieldProps = Omit<FieldProps<number, number | undefined>, 'label'> & {
  /** The dealer that has the unit. Absent: the units have several. */
  formerDealer?: number;
  onNamed?: (dealer: { DealerKey: number; DealerName: string } | undefined) => void;
};

/** A choice among the dealers to which a unit can be moved. */
export function NewDealerField({ formerDealer, onNamed, ...field }: NewDealerFieldProps) {
  const dealers = useDealersFor(formerDealer);
  return (
    <SearchSelectField
      label="New dealer"
      placeholder="Search by name or key"
      {...field}
      {...dealers}
      onChange={(DealerKey) => {
        field.onChange(DealerKey);
        const found = dealers.options.find(({ value }) => value === DealerKey);
        onNamed?.(found && { DealerKey: found.value, DealerName: found.label });
      }}
    />
  );
}

/** The dealers to which a unit of a dealer can go: the shown dealer, and all below it. */
function useDealersFor(formerDealer: number | undefined) {
  const { user } = useSession();
  const [text, setText] = useState('');
  const searchText = useDebounced(text.trim(), TYPING_PAUSE_MS);
  const { data, isValidating } = useEndpoint(
    dealerSwitch.subDealers,
    { UnitDealerKey: user.dealer, pageSize: SHOWN, ...(searchText && { searchText }) },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const below = (data?.items ?? []).map(({ DealerKey: value, DealerName: label, DealerParentName }) => ({
    value,
    label,
    hint: [DealerParentName, value].filter((part) => part !== null).join(' · '),
  }));
  const own = searchText === '' ? [{ value: user.dealer, label: user.dealerName, hint: 'Your dealer' }] : [];
  return {
    options: [...own, ...below].filter(({ value }) => value !== formerDealer),
    onSearch: setText,
    searching: isValidating || searchText !== text.trim(),
  };
}
