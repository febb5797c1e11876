import type { z } from 'zod';
import type { Office } from '../dealers/dealer.ts';
import type { MainContact } from '../dealers/main-contact.ts';
import { type DealerRules, USUAL_RULES } from '../dealers/rules.ts';
import type { LanguageKey } from './languages.ts';
import { FIRST_LANGUAGES } from './languages.ts';
import type { DealerMonitoringCenter } from './monitoring-centers.ts';
import type { NotificationSetting } from './notification-settings.ts';
import type { KeptAddress } from './shipping.ts';

/** The office of a dealer. Stored with the dealer. */
export type DealerAccount = z.output<typeof Office> & {
  MainContact: MainContact | null;
  /** The names of the two lists of labels. */
  CustomLabel1: string;
  CustomLabel2: string;
  Rules: DealerRules;
};

/** The lists of a dealer. Stored apart from the dealer, which every list of units reads. */
export interface DealerLists {
  CategoryNames: string[];
  UseCategory: 0 | 1;
  CustomLabelList1: string[];
  CustomLabelList2: string[];
  RestrictLineIDList: string[];
  UseRestrictLineID: 0 | 1;
  /** 1: units of the dealer, and of all dealers below it, connect only with a proof of their identity. */
  UnitsMustProve: 0 | 1;
  /** The minutes after which an alarm that nobody takes is escalated. 0: never. */
  EscalateAfter: number;
  languages: LanguageKey[];
  monitoringCenters: DealerMonitoringCenter[];
  shippingAddresses: KeptAddress[];
  notificationSettings: NotificationSetting[];
}

/** All settings of a dealer. */
export interface DealerSettings {
  account: DealerAccount;
  lists: DealerLists;
}

export const FIRST_ACCOUNT: DealerAccount = {
  DealerEmail: '',
  Details: '',
  Address1: '',
  Address2: '',
  City: '',
  State: '',
  Country: '',
  Zip: '',
  MainContact: null,
  CustomLabel1: 'Custom 1',
  CustomLabel2: 'Custom 2',
  Rules: USUAL_RULES,
};

export const FIRST_LISTS: DealerLists = {
  CategoryNames: [],
  UseCategory: 0,
  CustomLabelList1: [],
  CustomLabelList2: [],
  RestrictLineIDList: [],
  UseRestrictLineID: 0,
  UnitsMustProve: 0,
  EscalateAfter: 0,
  languages: [...FIRST_LANGUAGES],
  monitoringCenters: [],
  shippingAddresses: [],
  notificationSettings: [],
};
