import { Button, chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import {
  CONTACT_METHODS,
  ContactMethod,
  contactsOf,
  type NotificationSetting,
  partsOf,
  REASON_PRESENT,
  Reason,
  SettingValue,
  settingName,
} from '#core/dealer-settings/notification-settings.ts';
import { AppError } from '#core/errors.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { EmailListField } from '#web/components/form/email-list-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { Entry, None, Section } from './section.tsx';
import { UnconfirmedContacts } from './unconfirmed-contacts.tsx';
import { REFRESHES, type Settings } from './use-settings.ts';

/** The recipients of notifications. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  const { NotificationSettings } = settings;
  const [edited, setEdited] = useState<NotificationSetting | 'new'>();
  const remove = useEndpointMutation(dealerSettings.deleteNotification, { refreshes: REFRESHES });
  const confirm = useConfirm();
  const ask = async ({ SettingName, SettingValue: contacts }: NotificationSetting) => {
    const sure = await confirm({
      title: `Delete the notification ${SettingName}?`,
      consequence: `${contactsOf(contacts).join(', ')} will get no more of these messages.`,
      actionLabel: 'Delete notification',
      ...ACTIONS.deleteNotification,
    });
    if (sure) await remove.trigger({ SettingName });
  };
  return (
    <Section
      title="Notifications"
      description="Messages to these contacts when something happens to your units."
      action={
        <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
          <Plus size={15} aria-hidden />
          Add notification
        </Button>
      }
    >
      {NotificationSettings.length === 0 && <None>No notification is set up yet.</None>}
      <ul>
        {NotificationSettings.map((setting) => (
          <Entry
            key={setting.SettingName}
            actions={
              <EntryActions
                name={setting.SettingName}
                onEdit={() => setEdited(setting)}
                onDelete={() => void ask(setting)}
              />
            }
          >
            <chakra.span fontWeight="600">{partsOf(setting.SettingName)?.reason ?? setting.SettingName}</chakra.span>
            <chakra.p color="fg.muted">
              {`${setting.ContactMethod}: ${contactsOf(setting.SettingValue).join(', ')}`}
            </chakra.p>
            <UnconfirmedContacts settings={settings} setting={setting} />
          </Entry>
        ))}
      </ul>
      {edited && (
        <NotificationDialog
          settings={settings}
          setting={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

const Schema = z.object({
  reason: Reason,
  method: ContactMethod,
  contacts: z
    .array(z.email('Not an e-mail address'))
    .min(1, 'Name at least one contact')
    .max(25, 'At most 25 contacts'),
});

interface NotificationDialogProps {
  settings: Settings;
  setting: NotificationSetting | undefined;
  onClose: () => void;
}

function NotificationDialog({ settings, setting, onClose }: NotificationDialogProps) {
  const options = { success: 'Preferences Updated!', refreshes: REFRESHES };
  const add = useEndpointMutation(dealerSettings.addNotification, options);
  const update = useEndpointMutation(dealerSettings.updateNotification, options);
  const known = setting && partsOf(setting.SettingName);
  const form = useForm({
    schema: Schema,
    initial: {
      ...(known && { reason: known.reason }),
      method: known?.method ?? 'Email',
      contacts: setting ? contactsOf(setting.SettingValue) : [],
    },
    requireChange: setting !== undefined,
    onSubmit: async ({ reason, method, contacts }) => {
      const SettingName = settingName(reason, method);
      if (!setting && settings.NotificationSettings.some((one) => one.SettingName === SettingName))
        throw new AppError('INVALID', REASON_PRESENT, [{ path: 'reason', message: REASON_PRESENT }]);
      const input = { SettingName, SettingValue: SettingValue.parse(contacts.join(',')), ContactMethod: method };
      await (setting ? update : add).submit(input);
      onClose();
    },
  });
  return (
    <FormDialog
      title={setting ? 'Edit notification' : 'New notification'}
      form={form}
      submitLabel={setting ? 'Save notification' : 'Add notification'}
      onClose={onClose}
    >
      <SelectField
        label="Reason"
        placeholder="Choose a reason"
        options={settings.reasons.map((value) => ({ value, label: value }))}
        {...form.field('reason')}
        {...(setting && { disabledReason: 'For another reason, add another notification' })}
      />
      <SelectField
        label="Contact method"
        options={CONTACT_METHODS.map((value) => ({ value, label: value }))}
        {...form.field('method')}
      />
      <EmailListField label="Contacts" help="Separate several by commas" {...form.field('contacts')} />
    </FormDialog>
  );
}
