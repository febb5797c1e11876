import { Box, Grid } from '@chakra-ui/react';
import { useId, useMemo } from 'react';
import { z } from 'zod';
import { auth } from '#core/auth/contract.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { changesOf, needsPassword, type OwnSettings, PASSWORD_FOR_EMAIL } from '#core/user-settings/own-settings.ts';
import { UserFields } from '#core/users/user.ts';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { PasswordField } from '#web/components/form/password-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { UnsavedBar } from '#web/components/form/unsaved-bar.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showNothingToUpdate } from '#web/lib/messages/show.ts';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';

const WORDS = {
  UserFirstName: 'First name',
  UserLastName: 'Last name',
  UserName: 'User name',
  UserEmail: 'E-mail address',
};

/** Names, user name and e-mail address. A new address needs the password. */
export function ProfileSection({ settings }: { settings: OwnSettings }) {
  const { submit } = useEndpointMutation(userSettings.save, {
    success: ({ message }) => message,
    refreshes: [auth.access, userSettings.read],
  });
  const schema = useMemo(() => schemaFor(settings), [settings]);
  const form = useForm({
    schema,
    initial: { ...settings, password: '' },
    onUnchanged: showNothingToUpdate,
    onSubmit: async ({ password, ...wanted }) => {
      const changes = changesOf(settings, wanted);
      const { user } = await submit({ ...changes, ...(needsPassword(changes) && { password }) });
      form.reset({ ...user, password: '' });
    },
  });
  const { UserEmail } = form.values;
  const formId = useId();

  return (
    <SettingSection title="You" description="Your name and e-mail address in the portal.">
      <Form form={form} id={formId} label="Your details">
        <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
          <TextField label={WORDS.UserFirstName} autoComplete="given-name" {...form.field('UserFirstName')} />
          <TextField label={WORDS.UserLastName} autoComplete="family-name" {...form.field('UserLastName')} />
        </Grid>
        <TextField
          label={WORDS.UserName}
          help="What you sign in with"
          identifier
          autoComplete="username"
          {...form.field('UserName')}
        />
        <TextField label={WORDS.UserEmail} type="email" autoComplete="email" {...form.field('UserEmail')} />
        {!settings.emailProven && UserEmail === settings.UserEmail && <UnconfirmedEmail address={UserEmail} />}
        {settings.hasPassword && UserEmail !== settings.UserEmail && (
          <PasswordField
            label="Password"
            help="Links to set a new password go to this address, so changing it needs your password."
            autoComplete="current-password"
            {...form.field('password')}
          />
        )}
        {/* Once something is changed, the bar at the foot of the page has the button. */}
        {!form.dirty && (
          <Box>
            <SubmitButton form={form}>Save settings</SubmitButton>
          </Box>
        )}
      </Form>
      <UnsavedBar form={form} formId={formId} words={WORDS} saveLabel="Save settings" />
    </SettingSection>
  );
}

const schemaFor = (settings: OwnSettings) =>
  UserFields.extend({ password: z.string().max(256).optional() }).refine(
    ({ password, ...wanted }) => !needsPassword(changesOf(settings, wanted)) || Boolean(password),
    { path: ['password'], message: PASSWORD_FOR_EMAIL },
  );
