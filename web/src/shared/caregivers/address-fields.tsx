import type { FieldBinding } from '#web/components/form/field-binding.ts';
import { TextField } from '#web/components/form/text-field.tsx';

interface AddressForm {
  field: (name: 'Address1' | 'Address2' | 'City' | 'State' | 'Zip' | 'Country') => FieldBinding<string | undefined>;
}

/** The fields of an address. */
export const AddressFields = ({ form }: { form: AddressForm }) => (
  <>
    <TextField label="Street" {...form.field('Address1')} autoComplete="off" />
    <TextField label="Second line" {...form.field('Address2')} autoComplete="off" />
    <TextField label="City" {...form.field('City')} autoComplete="off" />
    <TextField label="State" {...form.field('State')} autoComplete="off" />
    <TextField label="ZIP code" {...form.field('Zip')} autoComplete="off" />
    <TextField label="Country" {...form.field('Country')} autoComplete="off" />
  </>
);
