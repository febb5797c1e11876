import { z } from 'zod';
import { isVisible, NOT_VISIBLE, nameSkeleton } from '../name-skeleton.ts';
import { Instant } from '../time.ts';
import { MainContact } from './main-contact.ts';

/** The status of a new dealer (portal-1 section 4). */
export const NEW_DEALER_STATUS = 3;
/** Our own, because the specification names no other status. Its people cannot sign in; its units are served as before. */
export const CLOSED_DEALER_STATUS = 4;
export const DealerStatus = z.union([z.literal(NEW_DEALER_STATUS), z.literal(CLOSED_DEALER_STATUS)]);
export const DEALER_STATUS: Readonly<Record<number, string>> = {
  [NEW_DEALER_STATUS]: 'Active',
  [CLOSED_DEALER_STATUS]: 'Closed',
};

/** One line of free text, which may be empty. */
export const textLine = (longest: number) =>
  z.string().trim().max(longest, `At most ${longest} characters`).refine(isVisible, NOT_VISIBLE);

export const DealerKey = z.number('Choose a dealer').int().min(1).max(999_999_999);
/** A dealer key in a path, query or form, where it can be text. */
export const DealerKeyInput = z.coerce.number('Choose a dealer').pipe(DealerKey);

const MAX_NAME_LENGTH = { signs: 100, compared: 200 } as const;

export const DealerName = z
  .string()
  .trim()
  .max(MAX_NAME_LENGTH.signs, 'At most 100 characters')
  .refine((name) => nameSkeleton(name) !== '', 'A dealer needs a name')
  .refine(isVisible, NOT_VISIBLE)
  // Names are stored in keys in the form in which they are compared. One character can become eighteen there (U+FDFA).
  .refine((name) => nameSkeleton(name).length <= MAX_NAME_LENGTH.compared, 'The name is too long');

/** Stored in upper case. */
export const BillingCode = z
  .string()
  .trim()
  .toUpperCase()
  .max(20, 'At most 20 characters')
  .regex(/^[0-9A-Z_-]*$/, 'A billing code has letters and digits');

/** An e-mail address, or empty. */
export const OptionalEmail = z.union([z.literal(''), z.email('Not an e-mail address').max(254)]);

/** The office of a dealer. */
const OFFICE = {
  DealerEmail: z.string().trim().pipe(OptionalEmail),
  Details: z.string().trim().max(2_000, 'At most 2,000 characters'),
  Address1: textLine(100),
  Address2: textLine(100),
  City: textLine(100),
  State: textLine(100),
  Country: textLine(100),
  Zip: textLine(15),
};
export const Office = z.object(OFFICE);
export const OFFICE_FIELDS = Object.keys(OFFICE) as (keyof typeof OFFICE)[];

/** The input for a new dealer. Missing fields are empty. The parent None is null. */
export const DealerInput = z.object({
  DealerName,
  DealerBillingCode: BillingCode.optional(),
  DealerParent: DealerKeyInput.nullable(),
  ...Office.partial().shape,
});
export type DealerInput = z.output<typeof DealerInput>;

/** The input for a change of a dealer. Missing fields stay. */
export const DealerChange = DealerInput.partial().extend({ DealerKey: DealerKeyInput });
export type DealerChange = z.output<typeof DealerChange>;

/** The account of the dealer in the external reporting system. */
export const ReportingAccount = z.object({
  /** The carrier of the reporting system: 0 AT&T, 2 Telus. */
  carrier: z.union([z.literal(0), z.literal(2)]),
  name: z.string(),
  /** Null if the account existed already: the system does not return its id. */
  customerId: z.string().nullable(),
  since: Instant,
});
export type ReportingAccount = z.infer<typeof ReportingAccount>;

/** A dealer on the dealer screens. */
export const Dealer = z.object({
  DealerKey,
  DealerName: z.string(),
  DealerStatus: z.number().int(),
  /** A dealer above it is closed, so its people cannot sign in either. */
  closedAbove: z.boolean(),
  /** At the dealer and all below it. */
  unitCount: z.number().int(),
  /** At the dealer itself. */
  userCount: z.number().int(),
  DealerBillingCode: z.string(),
  DealerParent: DealerKey.nullable(),
  /** The name of the parent. Null without a parent, or if it is above the caller. */
  DealerParentName: z.string().nullable(),
  /** The number of levels below the caller's own dealer. */
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
  /** Grows with each change. A change of an older version is refused. */
  version: z.number().int(),
});
export type Dealer = z.infer<typeof Dealer>;

/** A user in the lists of a dealer. */
export const DealerUser = z.object({
  UserKey: z.string(),
  UserName: z.string(),
  UserEmail: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  UserStatus: z.number().int(),
});
export type DealerUser = z.infer<typeof DealerUser>;
