import { shownDetails } from '#core/dealer-settings/account-details.ts';
import { withEvents } from '#core/dealer-settings/event-groups.ts';
import { assignedLanguages, availableLanguages } from '#core/dealer-settings/languages.ts';
import { joinNames } from '#core/dealer-settings/name-list.ts';
import { reasonsFor } from '#core/dealer-settings/notification-settings.ts';
import type { DealerSettings } from '#core/dealer-settings/settings.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import type { Scope } from '#core/scope.ts';
import type { ReadSettings } from './dealer-settings.ts';

export const shownLanguages = ({ lists: { languages } }: DealerSettings) => ({
  AssignedLanguages: assignedLanguages(languages),
  AvailableLanguages: availableLanguages(languages),
});

const named = ({ DealerKey, DealerName }: DealerRecord, { lists }: DealerSettings) => ({
  DealerKey,
  DealerName,
  CategoryNames: joinNames(withEvents(lists.CategoryNames)),
});

/** The details of a dealer for the unit screens. */
export const shownDealerDetails = (dealer: DealerRecord, settings: DealerSettings) => ({
  ...shownDetails(settings),
  ...named(dealer, settings),
});

/** The settings of a dealer as the user may see them. Only engineers see the rules. */
export function shownSettings({ flags }: Pick<Scope, 'flags'>, { dealer, settings }: ReadSettings) {
  const { Rules, ...details } = shownDetails(settings);
  return {
    ...details,
    ...named(dealer, settings),
    ...shownLanguages(settings),
    ShippingAddresses: settings.lists.shippingAddresses,
    NotificationSettings: settings.lists.notificationSettings,
    reasons: reasonsFor(flags),
    ...(flags.includes('ENGINEER') && { Rules }),
  };
}
