import { Box, Button, Grid, Heading } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import type { DateRange } from '#web/components/date-range/range.ts';
import { DateField } from '#web/components/form/date-field.tsx';
import { EmailListField } from '#web/components/form/email-list-field.tsx';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { PasswordField } from '#web/components/form/password-field.tsx';
import { PhoneField } from '#web/components/form/phone-field.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField, SwitchField } from '#web/components/form/toggle-fields.tsx';
import { UnsavedBar } from '#web/components/form/unsaved-bar.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { toastSuccess } from '#web/components/messages/toaster.tsx';
import { sendByForm } from '#web/components/upload/post-file.ts';
import { UploadField } from '#web/components/upload/upload-field.tsx';

const Customer = z.object({
  name: z.string().trim().min(1, 'Say the name').max(60),
  code: z.string().regex(/^[A-Z0-9]{0,6}$/, 'Up to six capital letters and digits'),
  password: z.string().min(8, 'At least 8 characters'),
  interval: z.number('Enter a number').int('Enter a whole number').min(1, 'At least 1').max(1440, 'At most 1,440'),
  status: z.number().optional(),
  dealer: z.number('Choose a dealer'),
  phone: z
    .string()
    .regex(/^\d{10}$/, 'Enter all ten digits')
    .or(z.literal('')),
  emails: z.array(z.email('Not an e-mail address')).max(5, 'At most five'),
  notes: z.string().max(200),
  reminders: z.boolean(),
  terms: z.boolean().refine((ticked) => ticked, 'Tick this to go on'),
  start: z.string(),
});

const DEALERS = Array.from({ length: 300 }, (_, index) => ({
  value: index,
  label: `Dealer ${index + 1}`,
  // The last has none.
  ...(index < 299 && { hint: `/1/${index}/` }),
}));

export function FormsView() {
  const [saved, setSaved] = useState('');
  const [range, setRange] = useState<DateRange>({ start: '2026-11-14', end: '2026-11-21' });
  const form = useForm({
    schema: Customer,
    requireChange: true,
    initial: {
      name: '',
      code: '',
      password: '',
      interval: 60,
      status: undefined,
      dealer: 12,
      phone: '8015550123',
      emails: ['ann@example.com'],
      notes: '',
      reminders: true,
      terms: false,
      start: '',
    },
    onSubmit: async (output) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (output.name === 'Taken')
        throw new AppError('INVALID', 'Not valid', [{ path: 'name', message: 'A customer of that name exists' }]);
      if (output.name === 'Away') throw new AppError('UNAVAILABLE', 'The server is away');
      setSaved(JSON.stringify(output));
      toastSuccess({ title: 'Customer saved', duration: 3000 });
    },
  });
  return (
    <Box overflowY="auto" flex="1" minH="0" mx={{ base: '-4', md: '-6' }} px={{ base: '4', md: '6' }}>
      <Heading as="h1" textStyle="pageTitle" mb="4">
        New customer
      </Heading>
      <Grid templateColumns={{ base: '1fr', md: 'minmax(0, 36rem) minmax(0, 26rem)' }} gap="10">
        <Form form={form} id="customer" label="New customer">
          <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4" alignItems="start">
            <TextField label="Name" {...form.field('name')} help="As it stands on the contract" />
            <TextField label="Code" {...form.field('code')} identifier />
            <PasswordField label="Password" {...form.field('password')} autoComplete="new-password" />
            <NumberField label="Report interval" {...form.field('interval')} suffix="min" minimum={1} maximum={1440} />
            <SelectField
              label="Status"
              {...form.field('status')}
              placeholder="Choose…"
              options={[
                { value: 23, label: 'Active' },
                { value: 24, label: 'Archived', disabledReason: 'has units' },
              ]}
            />
            <SearchSelectField label="Dealer" {...form.field('dealer')} options={DEALERS} clearable />
            <PhoneField label="Phone" {...form.field('phone')} />
            <DateField label="Starts on" {...form.field('start')} />
          </Grid>
          <EmailListField label="Report to" {...form.field('emails')} help="Paste as many as you like" />
          <TextAreaField label="Notes" {...form.field('notes')} maxLength={200} rows={3} />
          <SwitchField label="Send reminders" {...form.field('reminders')} help="By e-mail, the day before" />
          <SwitchField
            label="Location history"
            value={false}
            name="location"
            onChange={() => {}}
            disabledReason="Your dealer has not booked it"
          />
          <CheckboxField label="The customer agreed to the terms" {...form.field('terms')} />
          <Grid templateColumns="auto auto 1fr" gap="2">
            <SubmitButton form={form}>Save customer</SubmitButton>
            <Button variant="ghost" onClick={() => form.reset()}>
              Reset
            </Button>
          </Grid>
          <output data-testid="saved">{saved}</output>
        </Form>
        <Box display="flex" flexDirection="column" gap="8">
          <DateRangeField value={range} onChange={setRange} />
          <UploadField
            label="A CSV file with one unit per line"
            rules={{ accept: ['.csv'], maximumBytes: 1024 * 1024, wrongKindMessage: 'Only CSV files supported' }}
            send={sendByForm(async () => ({ url: '/upload', fields: { key: 'uploads/1' } }))}
          />
        </Box>
      </Grid>
      <UnsavedBar
        form={form}
        formId="customer"
        words={{ name: 'Name', phone: 'Phone' }}
        saveLabel="Save from the bar"
      />
    </Box>
  );
}
