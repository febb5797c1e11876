import type { AuditAction } from '#core/audit/kinds.ts';
import { CHANGED_MEANWHILE, changeDetails } from '#core/dealer-settings/account-details.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { mergeGroups, withEvents } from '#core/dealer-settings/event-groups.ts';
import { assignLanguage, withdrawLanguage } from '#core/dealer-settings/languages.ts';
import { conflict } from '#core/dealer-settings/name-list.ts';
import {
  addSetting,
  contactsOf,
  deleteSetting,
  type NotificationSetting,
  replaceSetting,
  requireSetting,
} from '#core/dealer-settings/notification-settings.ts';
import type { DealerAccount, DealerLists, DealerSettings } from '#core/dealer-settings/settings.ts';
import { addAddress, deleteAddress, replaceAddress } from '#core/dealer-settings/shipping.ts';
import { isEqual } from '#core/is-equal.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { dealerSettingsStore, type ReadSettings } from '#data/dealer-settings/dealer-settings.ts';
import { shownDealerDetails, shownLanguages, shownSettings } from '#data/dealer-settings/shown.ts';
import { newId } from '#data/kit/id.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';
import { askAgain, askContacts, contactsNotNotified } from './contacts.ts';

export const handler = serve(dealerSettings, {
  groups: async ({ scope }) => groupsOf((await dealerSettingsStore.get(scope, scope.dealerKey)).settings),

  async assignGroups({ input, scope }) {
    const { settings } = await changeLists(scope, 'change event groups', (lists) => ({
      CategoryNames: mergeGroups(lists.CategoryNames, input.old, input.groups),
    }));
    return groupsOf(settings);
  },

  async details({ input, scope }) {
    const { dealer, settings } = await dealerSettingsStore.get(scope, input.DealerKey ?? scope.dealerKey);
    return shownDealerDetails(dealer, settings);
  },

  get: async ({ scope }) => answerOf(scope, await dealerSettingsStore.get(scope, scope.dealerKey)),

  async addNotification({ input, scope }) {
    requireSetting(input, scope.flags);
    return changeContacts(scope, input, 'add notification setting', (was) => addSetting(was, input));
  },

  async updateNotification({ input, scope }) {
    requireSetting(input, scope.flags);
    return changeContacts(scope, input, 'change notification setting', (was) => replaceSetting(was, input));
  },

  deleteNotification: ({ input, scope }) =>
    changeNotifications(scope, 'delete notification setting', (was) => deleteSetting(was, input.SettingName)),

  async sendContactLink({ input, scope }) {
    const { settings } = await dealerSettingsStore.get(scope, scope.dealerKey);
    const { notificationSettings } = settings.lists;
    await askAgain(scope, notificationSettings, input.address, Date.now());
    return answerOfNotifications(scope, notificationSettings);
  },

  async updateAccount({ input, scope }) {
    const changed = await dealerSettingsStore.change(
      scope,
      'change account details',
      (settings) => changeDetails(settings, input.old, input.new, scope.flags),
      Date.now(),
      scope,
    );
    return answerOf(scope, changed);
  },

  async deleteMainContact({ input, scope }) {
    const remove = (account: DealerAccount): DealerAccount => {
      if (input.MainContact && account.MainContact && !isEqual(input.MainContact, account.MainContact))
        throw conflict('MainContact', CHANGED_MEANWHILE);
      return { ...account, MainContact: null };
    };
    await dealerSettingsStore.change(
      scope,
      'delete main contact',
      ({ account, lists }) => ({ account: remove(account), lists }),
      Date.now(),
    );
    return {};
  },

  async addLanguage({ input, scope }) {
    const { settings } = await changeLists(scope, 'assign language', ({ languages }) => ({
      languages: assignLanguage(languages, input.LanguageKey),
    }));
    return shownLanguages(settings);
  },

  async removeLanguage({ input, scope }) {
    const { settings } = await changeLists(scope, 'withdraw language', ({ languages }) => ({
      languages: withdrawLanguage(languages, input.LanguageKey),
    }));
    return shownLanguages(settings);
  },

  async addShipping({ input, scope }) {
    const address = { ...input, shippingKey: newId(Date.now()) };
    return changeAddresses(scope, 'add shipping address', (was) => addAddress(was, address));
  },

  updateShipping: ({ input, scope }) =>
    changeAddresses(scope, 'change shipping address', (was) => replaceAddress(was, input)),

  deleteShipping: ({ input, scope }) =>
    changeAddresses(scope, 'delete shipping address', (was) => deleteAddress(was, input.shippingKey)),
});

/** Changes some of the lists by a rule that gets the present lists. `by` is the scope again if the change gives or takes rights. */
const changeLists = (
  scope: Scope,
  action: AuditAction,
  rule: (lists: DealerLists) => Partial<DealerLists>,
  by?: Scope,
) =>
  dealerSettingsStore.change(
    scope,
    action,
    ({ account, lists }) => ({ account, lists: { ...lists, ...rule(lists) } }),
    Date.now(),
    by,
  );

async function answerOf(scope: Scope, read: ReadSettings) {
  const [contacts, UnitsMustProveByDealerAbove, withoutSecret] = await Promise.all([
    contactsNotNotified(scope, read.settings.lists.notificationSettings, Date.now()),
    dealerSettingsStore.requireProof(dealerKeysOf(read.dealer.dealerPath).slice(0, -1)),
    unitStore.totals(scope, 'withoutSecret'),
  ]);
  const UnitsWithoutSecret = Object.values(withoutSecret).reduce((sum, count) => sum + count, 0);
  return { ...shownSettings(scope, read), ...contacts, UnitsMustProveByDealerAbove, UnitsWithoutSecret };
}

type NotificationRule = (was: DealerLists['notificationSettings']) => DealerLists['notificationSettings'];

/** Changes a setting, then asks its new contacts to confirm their addresses. */
async function changeContacts(
  scope: Scope,
  { SettingValue }: Pick<NotificationSetting, 'SettingValue'>,
  action: AuditAction,
  rule: NotificationRule,
) {
  const saved = await saveNotifications(scope, action, rule);
  await askContacts(scope, contactsOf(SettingValue), Date.now());
  return answerOfNotifications(scope, saved);
}

const changeNotifications = async (scope: Scope, action: AuditAction, rule: NotificationRule) =>
  answerOfNotifications(scope, await saveNotifications(scope, action, rule));

async function saveNotifications(scope: Scope, action: AuditAction, rule: NotificationRule) {
  const change = (lists: DealerLists) => ({ notificationSettings: rule(lists.notificationSettings) });
  const { settings } = await changeLists(scope, action, change, scope);
  return settings.lists.notificationSettings;
}

async function answerOfNotifications(scope: Scope, NotificationSettings: DealerLists['notificationSettings']) {
  return { NotificationSettings, ...(await contactsNotNotified(scope, NotificationSettings, Date.now())) };
}

async function changeAddresses(
  scope: Scope,
  action: AuditAction,
  rule: (was: DealerLists['shippingAddresses']) => DealerLists['shippingAddresses'],
) {
  const { settings } = await changeLists(scope, action, (lists) => ({
    shippingAddresses: rule(lists.shippingAddresses),
  }));
  return { ShippingAddresses: settings.lists.shippingAddresses };
}

const groupsOf = ({ lists }: DealerSettings) => ({ groups: withEvents(lists.CategoryNames) });
