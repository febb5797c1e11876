import { z } from 'zod';
import { SignOutAddress } from '../auth/sign-out-address.ts';
import { DealerKey, Office, ReportingAccount } from './dealer.ts';
import { MainContact } from './main-contact.ts';
import { DealerRules } from './rules.ts';

/** A dealer as stores return it and rules need it. */
export const DealerRecord = z.object({
  DealerKey,
  DealerName: z.string(),
  /** Undefined for a dealer without a parent. */
  DealerParent: DealerKey.optional(),
  DealerStatus: z.number().int(),
  DealerBillingCode: z.string().optional(),
  dealerPath: z.string(),
  ...Office.partial().shape,
  MainContact: MainContact.optional(),
  /** The names of its two lists of labels. */
  CustomLabel1: z.string().optional(),
  CustomLabel2: z.string().optional(),
  /** Undefined: the usual rules. */
  Rules: DealerRules.optional(),
  reportingAccount: ReportingAccount.optional(),
  /** Counts the changes by people. Undefined: none yet. */
  version: z.number().int().optional(),
  /** Where its users go after they sign out. Undefined: the login. */
  signOutAddress: SignOutAddress.optional(),
  /** The identity provider that its users may sign on with. */
  signOnProvider: z.string().optional(),
});
export type DealerRecord = z.infer<typeof DealerRecord>;
