import { Grid } from '@chakra-ui/react';
import type { FieldBinding } from '#web/components/form/field-binding.ts';
import { PhoneField } from '#web/components/form/phone-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';

interface NameForm {
  field: (name: 'FirstName' | 'LastName' | 'HomePhone' | 'CellPhone') => FieldBinding<string | undefined>;
}

/** The fields of a person. */
export const NameFieldInputs = ({ form }: { form: NameForm }) => (
  <>
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <TextField label="First name" {...form.field('FirstName')} autoComplete="off" />
      <TextField label="Last name" {...form.field('LastName')} autoComplete="off" />
    </Grid>
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <PhoneField label="Home phone" {...form.field('HomePhone')} />
      <PhoneField label="Cell phone" {...form.field('CellPhone')} />
    </Grid>
  </>
);
