import { z } from 'zod';
import { TimePreference } from '../shown-time.ts';
import { UserFields } from '../users/user.ts';

/** The fields that users may change themselves. */
export type OwnFields = z.infer<typeof UserFields>;

/** The fields of the settings screen. */
export const OwnSettings = z.object({
  UserName: z.string(),
  UserEmail: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  /** False for users who sign in only through an identity provider. */
  hasPassword: z.boolean(),
  /** True if the user has proven the address. */
  emailProven: z.boolean(),
  times: TimePreference,
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
 * Returns true if changing these fields needs the password. Recovery links and codes go to the e-mail address, so changing it gives
 * control of the account.
 */
export const needsPassword = (changes: Partial<OwnFields>): boolean => changes.UserEmail !== undefined;
