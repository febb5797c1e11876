import { Checkbox, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { Caregiver } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import type { CaregiverCustomer } from '#core/caregivers/customer.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { call } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';

/** Deletes the customer of a unit, after asking which of its caregivers are deleted too. */
export function useDeleteCustomer(UnitSerNum: string) {
  const confirm = useConfirm();
  const readAgain = useReadAgain();
  return async ({ CustomerKey }: CaregiverCustomer, assigned: readonly Caregiver[]) => {
    let selected: readonly string[] = [];
    const sure = await confirm({
      title: `Delete the customer of ${UnitSerNum}?`,
      consequence: (
        <Consequence
          assigned={assigned}
          onSelect={(keys) => {
            selected = keys;
          }}
        />
      ),
      actionLabel: 'Delete customer',
      ...ACTIONS.deleteCaregiverCustomer,
    });
    if (!sure) return;
    try {
      await call(caregivers.deleteCustomer, { key: CustomerKey, UnitSerNum, selected: selected.join(',') });
      showSuccess('Successfully deleted customer');
    } catch (error) {
      showFailureUnder('Error deleting customer', error);
    } finally {
      void readAgain(caregivers.customer, caregivers.list);
    }
  };
}

interface ConsequenceProps {
  assigned: readonly Caregiver[];
  onSelect: (keys: readonly string[]) => void;
}

/** What the deletion does to the caregivers. Those of this unit alone can be selected. */
function Consequence({ assigned, onSelect }: ConsequenceProps) {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const own = assigned.filter(({ CaregiverUnits }) => CaregiverUnits.length === 1);
  const shared = assigned.filter(({ CaregiverUnits }) => CaregiverUnits.length > 1);
  const toggle = (key: string, isSelected: boolean) => {
    const next = isSelected ? [...selected, key] : selected.filter((one) => one !== key);
    setSelected(next);
    onSelect(next);
  };
  return (
    <Flex direction="column" gap="3">
      <chakra.p>
        The customer is deleted, with names and addresses, and the unit is set free. Its reminders are deleted. A
        wearable forgets its home Wi-Fi.
        {assigned.length > 0 && ' The caregivers are removed from the unit and stay available.'}
      </chakra.p>
      {own.length > 0 && (
        <chakra.fieldset>
          <chakra.legend mb="1">Select the caregivers to delete with the customer:</chakra.legend>
          <Flex direction="column" gap="2">
            {own.map(({ UserKey, Name }) => (
              <Checkbox.Root
                key={UserKey}
                checked={selected.includes(UserKey)}
                onCheckedChange={(details) => toggle(UserKey, details.checked === true)}
              >
                <Checkbox.HiddenInput />
                <Checkbox.Control />
                <Checkbox.Label fontWeight="400">{Name}</Checkbox.Label>
              </Checkbox.Root>
            ))}
          </Flex>
        </chakra.fieldset>
      )}
      {shared.length > 0 && (
        <chakra.p>{`Kept, because they look after other units: ${shared.map(({ Name }) => Name).join(', ')}`}</chakra.p>
      )}
    </Flex>
  );
}
