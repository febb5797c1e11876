import { z } from 'zod';
import { UserFields } from '../users/user.ts';

/** What users may change of themselves. */
export type OwnFields = z.infer<typeof UserFields>;

/** What the settings screen shows of its user. */
export const OwnSettings = z.object({
  UserName: z.string(),
  UserEmail: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  /** False for those who only ever sign on through an identity provider. */
  hasPassword: z.boolean(),
  /** Whether it is known that mails to the address reach the user. */
  emailProven: z.boolean(),
});
export type OwnSettings = z.infer<typeof OwnSettings>;

export const NOTHING_TO_UPDATE = 'Nothing to update';
export const PASSWORD_FOR_EMAIL = 'Enter your password to change the e-mail address';

/** The fields of `wanted` that differ from `before`. */
export function changesOf(before: OwnFields, wanted: Partial<OwnFields>): Partial<OwnFields> {
  const names = Object.keys(UserFields.shape) as (keyof OwnFields)[];
  return Object.fromEntries(
    names.flatMap((name) =>
      wanted[name] === undefined || wanted[name] === before[name] ? [] : [[name, wanted[name]]],
    ),
  );
}

/**
 * Whether changing these fields takes the password: links to set a new password and codes go to the e-mail address, so whoever
 * changes it owns the account.
 */
export const takesPassword = (changes: Partial<OwnFields>): boolean => changes.UserEmail !== undefined;
