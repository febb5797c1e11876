import { z } from 'zod';
import { emailAddress, text } from '../fields.ts';
import { SerialNumber } from '../units/unit.ts';

/** The types of a caregiver of a unit. An administrator also manages the unit's other caregivers. */
export const CAREGIVER_TYPES = { caregiver: 'Caregiver', admin: 'Administrator' } as const;
export const CaregiverType = z.enum(['caregiver', 'admin']);
export type CaregiverType = z.infer<typeof CaregiverType>;

export const MAX_EMAILS = 10;
export const MAX_CAREGIVERS_OF_UNIT = 20;
export const MAX_UNITS_OF_CAREGIVER = 100;

export const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Each address once: case does not make a second address. */
const distinctEmails = (emails: string[]) =>
  emails.filter((email, index) => emails.findIndex((other) => isSameEmail(email, other)) === index);

/** What people enter of a caregiver. */
export const CaregiverFields = z.object({
  Name: text('Name'),
  emails: z
    .array(emailAddress('E-mail address'), 'Enter at least one e-mail address')
    .min(1, 'Enter at least one e-mail address')
    .max(MAX_EMAILS, `At most ${MAX_EMAILS} e-mail addresses`)
    .transform(distinctEmails),
});
export type CaregiverFields = z.output<typeof CaregiverFields>;

export const CaregiverKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such caregiver');

const IDENTIFIER_LENGTH = 10;
const IDENTIFIER_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
export const UniqueIdentifier = z.string().regex(/^[A-Z0-9]{10}$/, 'A unique ID has 10 letters or digits');

/** A new unique ID. `randomBelow(n)` returns a random whole number from 0 to n - 1. */
export const newUniqueIdentifier = (randomBelow: (limit: number) => number): string =>
  Array.from({ length: IDENTIFIER_LENGTH }, () => IDENTIFIER_LETTERS[randomBelow(IDENTIFIER_LETTERS.length)]).join('');

/** A person who looks after the wearers of units. All units of a caregiver belong to one dealer. */
export const AvailableCaregiver = z.object({
  UserKey: CaregiverKey,
  UniqueIdentifier,
  Name: z.string(),
  emails: z.array(z.string()),
  /** The units that the caregiver is assigned to. */
  CaregiverUnits: z.array(SerialNumber),
});
export type AvailableCaregiver = z.infer<typeof AvailableCaregiver>;

/** A caregiver who is assigned to a unit, with the type for this unit. */
export const Caregiver = AvailableCaregiver.extend({ UserType: CaregiverType });
export type Caregiver = z.infer<typeof Caregiver>;
