import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { DealerKey } from '#core/dealers/dealer.ts';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useSession } from '#web/lib/session/session.tsx';

interface MoveUnitDialogProps {
  unit: Unit;
  onClose: () => void;
}

const Schema = z.object({ NewDealerKey: DealerKey });

const SHOWN = 50;
/** A search waits for this pause in typing. */
const TYPING_PAUSE_MS = 200;

/** Moves a unit to a sub-dealer, or to another dealer that the person sees. */
export function MoveUnitDialog({ unit: opened, onClose }: MoveUnitDialogProps) {
  // The page behind the dialog can read a newer unit. What the person decided on stays what it was.
  const [{ UnitSerNum, DealerKey: UnitDealerKey, DealerName }] = useState(opened);
  const move = useEndpointMutation(units.moveToSubDealer, {
    success: (moved) => `Successfully moved unit to ${moved.DealerName}`,
    refreshes: [units.get, units.list],
  });
  const form = useForm({
    schema: Schema,
    initial: {},
    onSubmit: async ({ NewDealerKey }) => {
      await move.submit({ UnitSerNum, UnitDealerKey, NewDealerKey });
      onClose();
    },
  });
  const dealers = useDealersFor(UnitDealerKey);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title={`Move ${UnitSerNum} to a sub-dealer`}
      formLabel="Move the unit"
      submitLabel="Move unit"
    >
      <SearchSelectField
        label="New dealer"
        {...form.field('NewDealerKey')}
        placeholder="Search by name or key"
        help={`${DealerName} has the unit now.`}
        {...dealers}
      />
      <chakra.p color="fg.muted" textWrap="pretty">
        The unit keeps its configuration. Its customer and its caregivers stay with the former dealer, its reminders and
        own texts are deleted, and the new dealer sees nothing of its history. If the new dealer requires a proof, a
        unit without a secret cannot connect again.
      </chakra.p>
    </FormDialog>
  );
}

/** The dealers to which a unit of a dealer can go: the shown dealer, and all below it. */
function useDealersFor(UnitDealerKey: number) {
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
    options: [...own, ...below].filter(({ value }) => value !== UnitDealerKey),
    onSearch: setText,
    searching: isValidating || searchText !== text.trim(),
  };
}
