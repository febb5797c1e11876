import { useNavigate } from 'react-router';
import { z } from 'zod';
import { HomeAddress } from '#core/caregivers/customer.ts';
import { customers } from '#core/customers/contract.ts';
import { CustomerType, NameFields } from '#core/customers/customer.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { AddressFields } from '#web/shared/caregivers/address-fields.tsx';
import { customerHref } from './list-address.ts';
import { NameFieldInputs } from './name-fields.tsx';
import { TYPE_OPTIONS } from './type-options.ts';
import { useCustomerChange } from './use-customer-change.ts';

const NOT_CREATED = 'An error occured and the customer was unable to be created, please try again';
const NewCustomer = z.object({ customerType: CustomerType, ...NameFields.shape, ...HomeAddress.shape });

/** Creates a customer, and opens it. */
export function CreateCustomerDialog({ customerType, onClose }: { customerType: CustomerType; onClose: () => void }) {
  const change = useCustomerChange();
  const navigate = useNavigate();
  const form = useForm({
    schema: NewCustomer,
    initial: { customerType, HomePhone: '', CellPhone: '', Address2: '', State: '' },
    onSubmit: async (entered) => {
      const words = { success: 'Customer created', failure: NOT_CREATED };
      const { myLinkKey } = await change(customers.create, entered, words);
      onClose();
      await navigate(customerHref({ myLinkKey, customerType: entered.customerType }));
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Create customer" submitLabel="Create customer" size="lg">
      <SelectField label="Type" {...form.field('customerType')} options={TYPE_OPTIONS} />
      <NameFieldInputs form={form} />
      <AddressFields form={form} />
    </FormDialog>
  );
}
