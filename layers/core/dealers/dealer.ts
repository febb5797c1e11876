import { z } from 'zod';
import { Instant } from '../time.ts';
import { MainContact } from './main-contact.ts';

/** The status of a new dealer (portal-1 section 4). */
export const NEW_DEALER_STATUS = 3;
export const DEALER_STATUS: Readonly<Record<number, string>> = { [NEW_DEALER_STATUS]: 'Active' };

/** One line of free text; what is blank is nothing. */
export const lineOf = (longest: number) => z.string().trim().max(longest, `At most ${longest} characters`);

export const DealerKey = z.number().int().min(1).max(999_999_999);
/** A dealer key in a path, query or form, where it can be text. */
export const DealerKeyInput = z.coerce.number().pipe(DealerKey);

const LONGEST_NAME = { signs: 100, compared: 200 } as const;

export const DealerName = z
  .string()
  .trim()
  .min(1, 'A dealer needs a name')
  .max(LONGEST_NAME.signs, 'At most 100 characters')
  // Some signs stand for a whole sentence (U+FDFA for eighteen letters): names are compared, and kept in a key, written out.
  .refine((name) => name.normalize('NFKC').length <= LONGEST_NAME.compared, 'Too long when it is written out');

/** Kept in upper case, however it is typed. */
export const BillingCode = z
  .string()
  .trim()
  .toUpperCase()
  .max(20, 'At most 20 characters')
  .regex(/^[0-9A-Z_-]*$/, 'A billing code has letters and digits');

/** An e-mail address, or nothing. */
export const OptionalEmail = z.union([z.literal(''), z.email('Not an e-mail address').max(254)]);

/** Where a dealer's office is, and what is to be known of it. */
const OFFICE = {
  DealerEmail: z.string().trim().pipe(OptionalEmail),
  Details: z.string().trim().max(2_000, 'At most 2,000 characters'),
  Address1: lineOf(100),
  Address2: lineOf(100),
  City: lineOf(100),
  State: lineOf(100),
  Country: lineOf(100),
  Zip: lineOf(15),
};
export const Office = z.object(OFFICE);
export const OFFICE_FIELDS = Object.keys(OFFICE) as (keyof typeof OFFICE)[];

/** What people say of a dealer when they create it; what is left out is blank. None as its parent is null. */
export const DealerInput = z.object({
  DealerName,
  DealerBillingCode: BillingCode.optional(),
  DealerParent: DealerKeyInput.nullable(),
  ...Office.partial().shape,
});
export type DealerInput = z.output<typeof DealerInput>;

/** What people change of a dealer; what is left out stays. */
export const DealerChange = DealerInput.partial().extend({ DealerKey: DealerKeyInput });
export type DealerChange = z.output<typeof DealerChange>;

/** The dealer's customer in the external reporting system, once there is one. */
export const ReportingAccount = z.object({
  /** Whose reporting system it is in: 0 AT&T, 2 Telus. */
  carrier: z.union([z.literal(0), z.literal(2)]),
  name: z.string(),
  /** Null where only the name is known: the system had it, and does not tell its number. */
  customerId: z.string().nullable(),
  since: Instant,
});
export type ReportingAccount = z.infer<typeof ReportingAccount>;

/** A dealer as dealer management knows it. */
export const Dealer = z.object({
  DealerKey,
  DealerName: z.string(),
  DealerStatus: z.number().int(),
  DealerBillingCode: z.string(),
  DealerParent: DealerKey.nullable(),
  /** The name of the parent, or null where there is none or it lies above the caller. */
  DealerParentName: z.string().nullable(),
  /** How many dealers it is below the caller's own. */
  level: z.number().int(),
  DealerEmail: z.string(),
  Details: z.string(),
  Address1: z.string(),
  Address2: z.string(),
  City: z.string(),
  State: z.string(),
  Country: z.string(),
  Zip: z.string(),
  MainContact: MainContact.nullable(),
  reportingAccount: ReportingAccount.nullable(),
  /** Grows with each edit: an edit that gives the one it began from is refused once somebody else was faster. */
  version: z.number().int(),
});
export type Dealer = z.infer<typeof Dealer>;

/** A user of a dealer, as the dealer lists show them. */
export const DealerUser = z.object({
  UserKey: z.string(),
  UserName: z.string(),
  UserEmail: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  UserStatus: z.number().int(),
});
export type DealerUser = z.infer<typeof DealerUser>;
