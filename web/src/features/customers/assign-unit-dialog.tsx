import { useState } from 'react';
import { z } from 'zod';
import { customers } from '#core/customers/contract.ts';
import type { Customer } from '#core/customers/customer.ts';
import { UNIT_STATUS } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useCustomerChange } from './use-customer-change.ts';

const Schema = z.object({ UnitSerNum: z.string('Choose a unit') });
const PAUSE_MS = 200;
const MAX_LENGTH = 6;

/** Assigns one of the dealer's units that have no customer. */
export function AssignUnitDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { myLinkKey } = customer;
  const [text, setText] = useState('');
  const search = useDebounced(text.trim().slice(0, MAX_LENGTH), PAUSE_MS);
  const { data, isValidating } = useEndpoint(
    customers.unassigned,
    { myLinkKey, ...(search && { search }) },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const change = useCustomerChange();
  const form = useForm({
    schema: Schema,
    initial: {},
    onSubmit: async ({ UnitSerNum }) => {
      await change(customers.assignUnit, { myLinkKey, UnitSerNum }, { success: `Unit ${UnitSerNum} assigned` });
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Assign a unit" formLabel="Assign unit" submitLabel="Assign unit">
      <SearchSelectField
        label="Unassigned units"
        help={
          data?.more ? 'There are more. Type the start of a serial number.' : 'Units that are ready for a customer.'
        }
        {...form.field('UnitSerNum')}
        options={(data?.units ?? []).map(({ UnitSerNum, UnitModel, UnitStatus }) => ({
          value: UnitSerNum,
          label: UnitSerNum,
          hint: `${UnitModel}, ${UNIT_STATUS[UnitStatus]}`,
        }))}
        onSearch={setText}
        searching={isValidating || search !== text.trim().slice(0, MAX_LENGTH)}
      />
    </FormDialog>
  );
}
