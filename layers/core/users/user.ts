import { z } from 'zod';
import { USER_TYPE, UserType } from '../access.ts';
import { AccessMap } from '../auth/session-user.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { emailAddress } from '../fields.ts';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';
import { DAY, HOUR, Instant, MINUTE } from '../time.ts';

/** The type of a new user. It can be changed later [P1-E06 P1-K24]. */
export const NEW_USER_TYPE = USER_TYPE.dealerStaff;

/** 1 enabled, 0 disabled. */
export const UserStatus = z.union([z.literal(0), z.literal(1)]);

export const UserKey = z.string().regex(/^[\w-]{1,64}$/, 'No such user');

/** Plain letters, digits and a few characters, so that different names look different and none becomes a link in a mail. */
export const UserName = z
  .string()
  .trim()
  .min(3, 'At least 3 characters')
  .max(254, 'At most 254 characters')
  .regex(/^[A-Za-z0-9._%+@-]+$/, 'Only letters without accents, digits and . _ % + @ -');

const PersonName = z
  .string()
  .trim()
  .min(1, 'A name is needed')
  .max(60, 'At most 60 characters')
  .refine(isVisible, NOT_VISIBLE);

/** The fields of a user that an administrator enters. */
export const UserFields = z.object({
  UserName,
  UserEmail: emailAddress('E-mail address'),
  UserFirstName: PersonName,
  UserLastName: PersonName,
});

/** A user on the screens of administrators. */
export const User = z.object({
  UserKey: z.string(),
  UserName: z.string(),
  UserEmail: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  UserStatus,
  LastAuth: Instant.optional(),
  UserTypeKey: UserType,
  DealerKey,
  DealerName: z.string(),
  /** The path of the dealer. The rules of user management need it. */
  dealerPath: z.string(),
  access: AccessMap,
  /** True if a sign-in by password also needs a code. */
  twoStepSignIn: z.boolean(),
});
export type User = z.infer<typeof User>;

export const USER_TYPE_WORDS: Record<UserType, string> = {
  1: 'Engineer',
  2: 'Administrator',
  3: 'Dealer staff',
  4: 'Monitoring centre',
};

/** The answer for a user name that is taken [P1-M38]. */
export const NAME_TAKEN = 'Already exists';
export const NAME_FREE = 'Available';
export type NameState = typeof NAME_TAKEN | typeof NAME_FREE;

/** Limits checks of user names, so that nobody can list the users of the portal. */
export const NAME_CHECK_LIMIT = { kind: 'userNameCheck', most: 120, window: 15 * MINUTE } as const;
export const TOO_MANY_NAME_CHECKS = 'Too many user names were checked. Please try again later.';

export const USER_DISABLED = 'The user is disabled';

/** The validity of a link for the first password, in milliseconds. */
export const PASSWORD_LINK_LIFE = 3 * DAY;
/** Limits such links per user, to protect the inbox. */
export const PASSWORD_LINK_LIMIT = { kind: 'passwordLink', most: 5, window: HOUR } as const;
/** Limits mails per administrator, so that the portal cannot send mass mail. */
export const INVITATION_LIMIT = { kind: 'invitation', most: 60, window: HOUR } as const;

/** Limits mails about resets per user, to protect the inbox. */
export const SECOND_FACTOR_RESET_LIMIT = { kind: 'secondFactorReset', most: 5, window: HOUR } as const;
export const NO_SECOND_FACTOR = 'The user has neither two-step sign-in nor passkeys';
