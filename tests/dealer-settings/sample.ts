import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { TODAY } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  /** A main contact, a shipping address and a notification setting, for the samples that change and delete them. */
  async add({ scope }) {
    await dealerSettingsStore.change(
      scope,
      'change account details',
      ({ account, lists }) => ({
        account: { ...account, MainContact: { Name: 'Pat Moss', Phone: '8015550100', Email: 'pat@oregon.example' } },
        lists: {
          ...lists,
          languages: ['en', 'fr'],
          shippingAddresses: [
            {
              shippingKey: '01KAJN9FR00000000000000221',
              AttentionTo: 'Warehouse',
              Address1: '12 Mill Road',
              Address2: '',
              City: 'Salem',
              State: 'OR',
              Zip: '97301',
              Country: 'US',
              Notes: '',
            },
          ],
          notificationSettings: [
            { SettingName: 'Power Lost Email', SettingValue: 'pat@oregon.example', ContactMethod: 'Email' },
          ],
        },
      }),
      TODAY,
    );
  },
};
