import { chakra, Grid } from '@chakra-ui/react';
import { z } from 'zod';
import { AccessFlag, UserType } from '#core/access.ts';
import { users } from '#core/users/contract.ts';
import { whyNotSetType } from '#core/users/manage.ts';
import { USER_TYPE_WORDS, type User, UserFields } from '#core/users/user.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { accessChanges } from './access-changes.ts';
import { AccessToggles } from './access-toggles.tsx';
import { withError } from './create-user-dialog.tsx';
import { flagsOf, useManager } from './use-manager.ts';
import { useNameState } from './use-name-state.ts';

const TYPES = UserType.options.map(({ value }) => value);

const EditedUser = UserFields.extend({ UserTypeKey: UserType, DealerKey: z.number(), flags: z.array(AccessFlag) });

/** Changes a user's fields and access together. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { manager, seesDealers } = useManager();
  const { submit } = useEndpointMutation(users.edit, {
    success: 'User updated',
    refreshes: [users.list, users.listOfDealer, users.access],
  });
  const flags = flagsOf(user);
  const { UserKey, UserName, UserEmail, UserFirstName, UserLastName, UserTypeKey, DealerKey } = user;
  const form = useForm({
    schema: EditedUser,
    initial: { UserName, UserEmail, UserFirstName, UserLastName, UserTypeKey, DealerKey, flags },
    requireChange: true,
    onSubmit: async ({ flags: chosen, ...fields }, changed) => {
      const changes = Object.fromEntries(
        Object.entries(fields).filter(([field]) => changed.some((one) => one === field)),
      );
      const access = accessChanges(flags, chosen);
      await submit({ UserKey, ...changes, ...(Object.keys(access).length > 0 && { access }) });
      onClose();
    },
  });
  const name = form.field('UserName');
  const taken = useNameState(form.values.UserName, UserName);

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="lg"
      title={`Edit ${fullNameOf(user)}`}
      description={`${UserName} · ${user.DealerName}`}
      formLabel="Edit user"
      submitLabel="Save user"
      disabledReason={taken && `The user name: ${taken}`}
    >
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <TextField label="First name" {...form.field('UserFirstName')} />
        <TextField label="Last name" {...form.field('UserLastName')} />
        <TextField label="User name" identifier {...withError(name, taken ?? name.error)} />
        <TextField label="E-mail" type="email" {...form.field('UserEmail')} />
        <SelectField
          label="Type"
          {...form.field('UserTypeKey')}
          options={TYPES.map((type) => {
            const why = whyNotSetType(manager, type);
            return { value: type, label: USER_TYPE_WORDS[type], ...(why && { disabledReason: 'super admins only' }) };
          })}
        />
        {seesDealers && (
          <DealerField
            label="Dealer"
            name="DealerKey"
            value={form.values.DealerKey}
            chosenName={user.DealerName}
            onChange={(dealer) => form.set({ DealerKey: dealer })}
          />
        )}
      </Grid>
      <chakra.h2 textStyle="sectionTitle" mt="1">
        Access
      </chakra.h2>
      <AccessToggles
        value={form.values.flags ?? []}
        onChange={(next) => form.set({ flags: next })}
        own={manager.flags}
      />
    </FormDialog>
  );
}
