import { useRef, useState } from 'react';
import { caregivers } from '#core/caregivers/contract.ts';
import { type CaregiverCustomer, HomeAddress } from '#core/caregivers/customer.ts';
import { mergeAddress } from '#core/caregivers/merge.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { AddressFields } from './address-fields.tsx';
import { savedOverConflicts } from './saved-over-conflicts.ts';

interface CustomerDialogProps {
  UnitSerNum: string;
  /** Undefined for a new one. */
  customer: CaregiverCustomer | undefined;
  onClose: () => void;
}

const EMPTY = { Address1: '', Address2: '', City: '', State: '', Zip: '', Country: '' };

/** Creates the customer of a unit, or changes the home address. */
export function CustomerDialog({ UnitSerNum, customer: opened, onClose }: CustomerDialogProps) {
  // The screen behind the dialog can read a newer customer. What the person edits stays what it was.
  const [customer] = useState(opened);
  const seen = useRef(customer?.HomeAddress);
  const save = useEndpointMutation(caregivers.saveCustomer, {
    success: customer ? 'Updated Customer' : 'Created Customer',
    refreshes: [caregivers.customer, caregivers.list],
  });
  const form = useForm({
    schema: HomeAddress,
    initial: customer?.HomeAddress ?? EMPTY,
    requireChange: customer !== undefined,
    onSubmit: async (entered) => {
      if (!customer) await save.submit({ UnitSerNum, HomeAddress: entered });
      else {
        const { CustomerKey } = customer;
        await savedOverConflicts({
          save: () => save.submit({ UnitSerNum, CustomerKey, HomeAddress: entered, seen: seen.current }),
          readStored: async () => (await call(caregivers.customer, { UnitSerNum })).caregiverCustomer[0]?.HomeAddress,
          merge: (stored) => mergeAddress({ seen: seen.current!, entered, stored }),
          accept: (stored) => {
            seen.current = stored;
          },
        });
      }
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={customer ? `Edit the customer of ${UnitSerNum}` : `Create the customer of ${UnitSerNum}`}
      formLabel={customer ? 'Edit customer' : 'Create customer'}
      submitLabel={customer ? 'Save customer' : 'Create customer'}
    >
      <AddressFields form={form} />
    </FormDialog>
  );
}
