import { chakra, Grid } from '@chakra-ui/react';
import { z } from 'zod';
import { AccessFlag } from '#core/access.ts';
import { flagsOfNew } from '#core/users/access-rules.ts';
import { users } from '#core/users/contract.ts';
import { CHOOSE_DEALER } from '#core/users/manage.ts';
import { UserFields } from '#core/users/user.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { toastWarning } from '#web/components/messages/toaster.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { AccessToggles } from './access-toggles.tsx';
import { StartFrom } from './start-from.tsx';
import { useManager } from './use-manager.ts';
import { useNameState } from './use-name-state.ts';

const NewUser = UserFields.extend({
  emailIsName: z.boolean(),
  DealerKey: z.number({ error: CHOOSE_DEALER }),
  flags: z.array(AccessFlag),
});

const BLANK = { UserName: '', UserEmail: '', UserFirstName: '', UserLastName: '', emailIsName: true };

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { manager, seesDealers } = useManager();
  const { user } = useSession();
  const { submit } = useEndpointMutation(users.create, { refreshes: [users.list, users.listOfDealer] });
  const form = useForm({
    schema: NewUser,
    // An administrator of all dealers chooses one: dealer 1 by mistake would let the user see everything.
    initial: { ...BLANK, ...(!seesDealers && { DealerKey: user.dealer }), flags: flagsOfNew(manager.flags) },
    onSubmit: async ({ emailIsName: _option, flags, ...fields }) => {
      const access = Object.fromEntries(flags.map((flag) => [flag, true]));
      const { mailSent } = await submit({ ...fields, access });
      if (mailSent) showSuccess('User created');
      else
        toastWarning({
          title: 'User created, but the mail could not be sent',
          description: 'Send the password link again from the user’s actions.',
          duration: TOAST_DURATION.long,
        });
      onClose();
    },
  });
  const { emailIsName = false } = form.values;
  const taken = useNameState(form.values.UserName);
  const name = form.field('UserName');
  const email = form.field('UserEmail');
  const nameProblem = taken ?? name.error;
  const emailProblem = email.error ?? (emailIsName ? nameProblem : undefined);

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="lg"
      title="Create user"
      description="The user gets a mail with a link to choose a password."
      submitLabel="Create user"
      disabledReason={taken && `The user name: ${taken}`}
    >
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <TextField label="First name" autoFocus {...form.field('UserFirstName')} />
        <TextField label="Last name" {...form.field('UserLastName')} />
      </Grid>
      <TextField
        label="E-mail"
        type="email"
        {...withError(email, emailProblem)}
        onChange={(address) => form.set({ UserEmail: address, ...(emailIsName && { UserName: address }) })}
      />
      <CheckboxField
        label="Use the e-mail as the user name"
        {...form.field('emailIsName')}
        onChange={(on) => form.set({ emailIsName: on, UserName: on ? form.values.UserEmail : '' })}
      />
      {!emailIsName && <TextField label="User name" identifier {...withError(name, nameProblem)} />}
      {seesDealers && (
        <DealerField
          label="Dealer"
          {...form.field('DealerKey')}
          placeholder="Choose a dealer"
          onChange={(DealerKey) => form.set({ DealerKey })}
        />
      )}
      <chakra.h2 textStyle="sectionTitle" mt="1">
        Access
      </chakra.h2>
      <StartFrom own={manager.flags} onChange={(flags) => form.set({ flags })} />
      <AccessToggles value={form.values.flags ?? []} onChange={(flags) => form.set({ flags })} own={manager.flags} />
    </FormDialog>
  );
}

/** The field with another error in place of its own. */
export const withError = <Field extends { error?: string }>(
  { error: _own, ...field }: Field,
  error: string | undefined,
) => ({
  ...field,
  ...(error !== undefined && { error }),
});
