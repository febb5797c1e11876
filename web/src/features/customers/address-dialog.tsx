import { useState } from 'react';
import { HomeAddress } from '#core/caregivers/customer.ts';
import { customers } from '#core/customers/contract.ts';
import type { Customer, CustomerAddress } from '#core/customers/customer.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { AddressFields } from '#web/shared/caregivers/address-fields.tsx';
import { useCustomerChange } from './use-customer-change.ts';

interface AddressDialogProps {
  customer: Customer;
  /** Undefined for a new one. */
  address: CustomerAddress | undefined;
  onClose: () => void;
}

/** Adds an address to a customer, or changes one of the version that was opened. */
export function AddressDialog({ customer, address, onClose }: AddressDialogProps) {
  const [{ myLinkKey, version }] = useState(customer);
  const change = useCustomerChange();
  const form = useForm({
    schema: HomeAddress,
    initial: address ?? { Address2: '', State: '' },
    requireChange: address !== undefined,
    onSubmit: async (entered) => {
      if (address) {
        const changed = { ...entered, key: address.key };
        await change(customers.update, { myLinkKey, version, address: changed }, { success: 'Address changed' });
      } else await change(customers.addAddress, { myLinkKey, ...entered }, { success: 'Address added' });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={address ? 'Edit address' : 'Add an address'}
      formLabel="Address"
      submitLabel={address ? 'Save address' : 'Add address'}
    >
      <AddressFields form={form} />
    </FormDialog>
  );
}
