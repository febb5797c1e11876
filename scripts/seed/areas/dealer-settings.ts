import { type Reason, settingName } from '#core/dealer-settings/notification-settings.ts';
import { FIRST_LISTS } from '#core/dealer-settings/settings.ts';
import { ContactEntity } from '#data/dealer-settings/contacts.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import { PEOPLE, PROVEN } from '../people.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

const NOTIFIED: readonly Reason[] = ['Emergency', 'Power Lost', 'Connection Taken Over'];

/** Each dealer with people mails the first of them, whose address is confirmed, about its units. */
export const seed: Seed = function* () {
  const contacts = new Map(PEOPLE.toReversed().map(({ dealer, userName }) => [dealer, userName]));
  for (const [DealerKey, address] of contacts) {
    const notificationSettings = NOTIFIED.map((reason) => ({
      SettingName: settingName(reason, 'Email'),
      SettingValue: address,
      ContactMethod: 'Email' as const,
    }));
    yield itemOf(DealerListsEntity, { DealerKey, lists: { ...FIRST_LISTS, notificationSettings }, version: 1 });
    yield itemOf(ContactEntity, { DealerKey, address, confirmedAt: PROVEN });
  }
};
