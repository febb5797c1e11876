import { useState } from 'react';
import { customers } from '#core/customers/contract.ts';
import { type Customer, type CustomerName, fullName, NameFields } from '#core/customers/customer.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { NameFieldInputs } from './name-fields.tsx';
import { useCustomerChange } from './use-customer-change.ts';

interface NameDialogProps {
  customer: Customer;
  /** Undefined for a new one. */
  name: CustomerName | undefined;
  onClose: () => void;
}

/** Adds a name to a customer, or changes one of the version that was opened. */
export function NameDialog({ customer, name, onClose }: NameDialogProps) {
  const [{ myLinkKey, version }] = useState(customer);
  const change = useCustomerChange();
  const form = useForm({
    schema: NameFields,
    initial: name ?? { HomePhone: '', CellPhone: '' },
    requireChange: name !== undefined,
    onSubmit: async (entered) => {
      if (name) {
        const changed = { ...entered, key: name.key };
        await change(customers.update, { myLinkKey, version, name: changed }, { success: 'Name changed' });
      } else await change(customers.addName, { myLinkKey, ...entered }, { success: 'Name added' });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={name ? `Edit ${fullName(name)}` : 'Add a name'}
      formLabel="Name"
      submitLabel={name ? 'Save name' : 'Add name'}
    >
      <NameFieldInputs form={form} />
    </FormDialog>
  );
}
