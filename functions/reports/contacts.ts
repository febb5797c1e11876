import { contactsOf, settingName } from '#core/dealer-settings/notification-settings.ts';
import { AppError } from '#core/errors.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';

/** Throws CONFLICT if the dealer has nobody who may be mailed about bad power modules. */
export async function requireContacts(DealerKey: number): Promise<void> {
  const { notificationSettings } = await dealerSettingsStore.lists(DealerKey);
  const name = settingName('Bad Power Module', 'Email');
  const setting = notificationSettings.find(({ SettingName }) => SettingName === name);
  const contacts = setting ? await contactStore.confirmed(DealerKey, contactsOf(setting.SettingValue)) : [];
  if (contacts.length === 0)
    throw new AppError(
      'CONFLICT',
      'The dealer has no confirmed contact for "Bad Power Module". Add one in the settings of the dealer first',
    );
}
