import { badPowerModules } from '#core/reports/definitions/units.ts';
import { ContactEntity } from '#data/dealer-settings/contacts.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { aUnit, TODAY } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const CONTACT = 'modules@oregon.example';
const AT = '2026-11-20T12:00:00.000Z';

export const sample: Sample = {
  named: [{ name: '400224', missing: 'ZZ9995' }],
  /** The samples take the units off the report, so none is the unit of other samples. */
  async add({ scope }) {
    for (const number of [224, 225]) {
      const { UnitSerNum } = await aUnit({ number, dealer: 220 });
      const facts = { power: 'Powered On', chargedPercent: 9 };
      await recordFact(UnitSerNum, badPowerModules, { subject: '', at: AT, facts }, Date.parse(AT));
    }
    const setting = { SettingName: 'Bad Power Module Email', SettingValue: CONTACT, ContactMethod: 'Email' as const };
    await dealerSettingsStore.change(
      scope,
      'change account details',
      ({ account, lists }) => ({
        account,
        lists: { ...lists, notificationSettings: [...lists.notificationSettings, setting] },
      }),
      TODAY,
    );
    await ContactEntity.put({ DealerKey: 220, address: CONTACT, confirmedAt: AT }).go();
  },
};
