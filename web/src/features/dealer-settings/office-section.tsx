import { Box, Button, SimpleGrid } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { z } from 'zod';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { OFFICE_FIELDS, Office, textLine } from '#core/dealers/dealer.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { Form } from '#web/components/form/form.tsx';
import { PhoneField } from '#web/components/form/phone-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { UnsavedBar } from '#web/components/form/unsaved-bar.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showNothingToUpdate, showUndoable } from '#web/lib/messages/show.ts';
import { Section } from './section.tsx';
import { REFRESHES, type Settings, useDetailsChange } from './use-settings.ts';

const CONTACT = ['Name', 'Phone', 'Email'] as const;
const LABELS = ['CustomLabel1', 'CustomLabel2'] as const;

const Schema = z
  .object({
    ...Office.shape,
    CustomLabel1: textLine(40).min(1, 'A list of labels needs a name'),
    CustomLabel2: textLine(40).min(1, 'A list of labels needs a name'),
    Name: textLine(100),
    Phone: z.string().regex(/^(\d{10})?$/, 'A phone number has 10 digits'),
    Email: Office.shape.DealerEmail,
  })
  .refine(({ Name, Phone, Email }) => Name !== '' || (Phone === '' && Email === ''), {
    path: ['Name'],
    message: 'A contact needs a name',
  });

const WORDS: Readonly<Record<string, string>> = {
  DealerEmail: 'E-mail',
  Details: 'Details',
  Address1: 'Address',
  Address2: 'Address, second line',
  City: 'City',
  State: 'State',
  Country: 'Country',
  Zip: 'ZIP code',
  Name: 'Contact name',
  Phone: 'Contact phone',
  Email: 'Contact e-mail',
  CustomLabel1: 'Name of labels 1',
  CustomLabel2: 'Name of labels 2',
};

const initialOf = (settings: Settings) => ({
  ...(Object.fromEntries([...OFFICE_FIELDS, ...LABELS].map((field) => [field, settings[field]])) as Record<
    (typeof OFFICE_FIELDS)[number] | (typeof LABELS)[number],
    string
  >),
  ...(settings.MainContact ?? { Name: '', Phone: '', Email: '' }),
});

/** Office address, main contact and the names of the label lists: one form, saved together. */
export function OfficeSections({ settings }: { settings: Settings }) {
  const { submit } = useDetailsChange('Preferences Updated!');
  const formId = useId();
  const form = useForm({
    schema: Schema,
    initial: initialOf(settings),
    onUnchanged: showNothingToUpdate,
    onSubmit: async (input, changed) => {
      const plain = [...OFFICE_FIELDS, ...LABELS].filter((field) => changed.includes(field));
      const of = (values: Record<string, unknown>) => Object.fromEntries(plain.map((field) => [field, values[field]]));
      const contact = CONTACT.some((field) => changed.includes(field));
      const { Name, Phone, Email } = input;
      await submit({
        old: { ...of(settings), ...(contact && { MainContact: settings.MainContact }) },
        new: { ...of(input), ...(contact && { MainContact: Name === '' ? null : { Name, Phone, Email } }) },
      });
    },
  });
  return (
    <>
      <Form form={form} id={formId} label="Office and main contact">
        <Section title="Office address">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            {OFFICE_FIELDS.filter((field) => field !== 'Details').map((field) => (
              <TextField
                key={field}
                label={WORDS[field]!}
                {...(field === 'DealerEmail' && { type: 'email' as const })}
                {...form.field(field)}
              />
            ))}
          </SimpleGrid>
          <Box mt="4">
            <TextAreaField label="Details" rows={3} maxLength={2000} {...form.field('Details')} />
          </Box>
        </Section>
        <Section title="Main contact" action={<DeleteContact settings={settings} onChanged={form.reset} />}>
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField label="Contact name" maxLength={100} {...form.field('Name')} />
            <PhoneField label="Contact phone" {...form.field('Phone')} />
            <TextField label="Contact e-mail" type="email" {...form.field('Email')} />
          </SimpleGrid>
        </Section>
        <Section title="Names of the custom labels" description="The names of the two lists of labels on unit screens.">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField label="Name of labels 1" maxLength={40} {...form.field('CustomLabel1')} />
            <TextField label="Name of labels 2" maxLength={40} {...form.field('CustomLabel2')} />
          </SimpleGrid>
        </Section>
      </Form>
      <UnsavedBar form={form} formId={formId} words={WORDS} />
    </>
  );
}

interface DeleteContactProps {
  settings: Settings;
  onChanged: (initial: ReturnType<typeof initialOf>) => void;
}

function DeleteContact({ settings, onChanged }: DeleteContactProps) {
  const { MainContact } = settings;
  const confirm = useConfirm();
  const { trigger, isMutating } = useEndpointMutation(dealerSettings.deleteMainContact, { refreshes: REFRESHES });
  const restore = useDetailsChange('Main contact restored');
  if (!MainContact) return null;
  const ask = async () => {
    const sure = await confirm({
      title: `Delete the main contact ${MainContact.Name}?`,
      actionLabel: 'Delete contact',
      ...ACTIONS.deleteMainContact,
    });
    if (!sure || !(await trigger({ MainContact }))) return;
    onChanged(initialOf({ ...settings, MainContact: null }));
    showUndoable('Main contact deleted', async () => {
      if (await restore.trigger({ old: { MainContact: null }, new: { MainContact } })) onChanged(initialOf(settings));
    });
  };
  return (
    <Button size="sm" variant="outline" loading={isMutating} loadingText="Delete contact" onClick={() => void ask()}>
      <Trash2 size={15} aria-hidden />
      Delete contact
    </Button>
  );
}
