import { z } from 'zod';
import { holding, staff } from '../access.ts';
import { defineArea } from '../contract.ts';
import { DealerKey, DealerKeyInput, Office } from '../dealers/dealer.ts';
import { MainContact } from '../dealers/main-contact.ts';
import { DealerRules } from '../dealers/rules.ts';
import { AccountDetails, EscalateAfter } from './account-details.ts';
import { Language, LanguageKey } from './languages.ts';
import { DealerMonitoringCenter } from './monitoring-centers.ts';
import { ContactMethod, NotificationSetting, Reason, SettingName, SettingValue } from './notification-settings.ts';
import { KeptAddress, ShippingAddress, ShippingKey } from './shipping.ts';

const Switch = z.union([z.literal(0), z.literal(1)]);

/** The fields of a dealer that unit screens need (portal-2 section 3). Lists are texts, separated by commas. */
const DealerDetails = z.object({
  DealerKey,
  DealerName: z.string(),
  CategoryNames: z.string(),
  UseCategory: Switch,
  CustomLabelList1: z.string(),
  CustomLabelList2: z.string(),
  CustomLabel1: z.string(),
  CustomLabel2: z.string(),
  RestrictLineIDList: z.string(),
  UseRestrictLineID: Switch,
});

const Notifications = z.object({
  NotificationSettings: z.array(NotificationSetting),
  /** Contacts that have not confirmed their address, so they get no notifications. */
  UnconfirmedContacts: z.array(z.string()),
  /** Those of them without a valid link: it was not sent yet, or has expired. */
  UnaskedContacts: z.array(z.string()),
});

const Settings = DealerDetails.extend({
  ...Office.shape,
  MainContact: MainContact.nullable(),
  UnitsMustProve: Switch,
  EscalateAfter,
  /** A dealer above requires it, so that the dealer's own switch changes nothing. */
  UnitsMustProveByDealerAbove: z.boolean(),
  /** The number of units without a secret, at the dealer and all below it. */
  UnitsWithoutSecret: z.number().int(),
  MonitoringCenters: z.array(DealerMonitoringCenter),
  ShippingAddresses: z.array(KeptAddress),
  AssignedLanguages: z.array(Language),
  AvailableLanguages: z.array(Language),
  ...Notifications.shape,
  /** The reasons that the caller's flags allow for a notification. */
  reasons: z.array(Reason),
  /** Only for engineers. */
  Rules: DealerRules.optional(),
});

const Groups = z.object({ groups: z.array(z.string()) });
const GroupNames = z.array(z.string().trim().max(100)).max(200);
const administrators = holding('ADMIN');
const Languages = z.object({ AssignedLanguages: z.array(Language), AvailableLanguages: z.array(Language) });
const Addresses = z.object({ ShippingAddresses: z.array(KeptAddress) });
const setting = z.object({ SettingName, SettingValue, ContactMethod });

export const dealerSettings = defineArea({
  groups: {
    method: 'GET',
    path: '/api/dealerSettings/assignedGroups',
    summary: 'Read the dealer’s event groups, Events first',
    access: staff,
    input: z.object({}),
    output: Groups,
  },
  assignGroups: {
    method: 'PUT',
    path: '/api/dealerSettings/assignedGroups',
    summary: 'Add and delete event groups: the groups that the caller saw, and the new ones',
    access: administrators,
    input: z.object({ old: GroupNames, groups: GroupNames }),
    maxBody: 128 * 1024,
    output: Groups,
    errors: ['CONFLICT'],
  },
  details: {
    method: 'GET',
    path: '/api/dealerDetails',
    summary: 'Read what unit screens need of a dealer: groups, labels and Line IDs',
    access: staff,
    input: z.object({ DealerKey: DealerKeyInput.optional() }),
    output: DealerDetails,
    errors: ['NOT_FOUND'],
  },
  get: {
    method: 'GET',
    path: '/api/dealerSettings',
    summary: 'Read everything that the dealer sets for itself',
    access: administrators,
    input: z.object({}),
    output: Settings,
  },
  addNotification: {
    method: 'POST',
    path: '/api/dealerSettings/addNewSetting',
    summary: 'Add a notification setting',
    access: administrators,
    givesRights: true,
    input: setting,
    output: Notifications,
    errors: ['CONFLICT'],
  },
  sendContactLink: {
    method: 'POST',
    path: '/api/dealerSettings/sendContactLink',
    summary: 'Send a contact of a notification the link that confirms its address, again',
    access: administrators,
    givesRights: true,
    input: z.object({ address: z.email().max(254) }),
    output: Notifications,
    errors: ['NOT_FOUND', 'TOO_MANY', 'UNAVAILABLE'],
  },
  updateNotification: {
    method: 'PUT',
    path: '/api/dealerSettings/updateDealerSetting',
    summary: 'Change a notification setting',
    access: administrators,
    givesRights: true,
    input: setting,
    output: Notifications,
    errors: ['NOT_FOUND'],
  },
  deleteNotification: {
    method: 'POST',
    path: '/api/dealerSettings/deleteSetting',
    summary: 'Delete a notification setting',
    access: administrators,
    givesRights: true,
    input: z.object({ SettingName }),
    output: Notifications,
    errors: ['NOT_FOUND'],
  },
  updateAccount: {
    method: 'PUT',
    path: '/api/dealerSettings/updateDealerAccountDetails',
    summary: 'Change account details: the values that the caller saw, and the new ones',
    access: administrators,
    givesRights: true,
    input: z.object({ old: AccountDetails, new: AccountDetails }),
    maxBody: 512 * 1024,
    output: Settings,
    errors: ['CONFLICT'],
  },
  deleteMainContact: {
    method: 'PUT',
    path: '/api/dealerSettings/deleteMainContact',
    summary: 'Delete the main contact, if it is still the one that the caller saw',
    access: administrators,
    input: z.object({ MainContact: MainContact.nullish() }),
    output: z.object({}),
    errors: ['CONFLICT'],
  },
  addLanguage: {
    method: 'PUT',
    path: '/api/dealerSettings/AddLanguage',
    summary: 'Assign a language',
    access: administrators,
    input: z.object({ LanguageKey }),
    output: Languages,
    errors: ['CONFLICT'],
  },
  removeLanguage: {
    method: 'PUT',
    path: '/api/dealerSettings/RemoveLanguage',
    summary: 'Remove a language',
    access: administrators,
    input: z.object({ LanguageKey }),
    output: Languages,
  },
  addShipping: {
    method: 'POST',
    path: '/api/dealerSettings/shippingDetails',
    summary: 'Add a shipping address',
    access: administrators,
    input: ShippingAddress,
    output: Addresses,
    errors: ['CONFLICT'],
  },
  updateShipping: {
    method: 'PUT',
    path: '/api/dealerSettings/shippingDetails',
    summary: 'Change a shipping address',
    access: administrators,
    input: KeptAddress,
    output: Addresses,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteShipping: {
    method: 'DELETE',
    path: '/api/dealerSettings/shippingDetails',
    summary: 'Delete a shipping address',
    access: administrators,
    input: z.object({ shippingKey: ShippingKey }),
    output: Addresses,
    errors: ['NOT_FOUND'],
  },
});
