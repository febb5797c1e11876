import { z } from 'zod';
import { USER_TYPE, UserType } from '../access.ts';
import { AccessMap } from '../auth/session-user.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { DAY, HOUR, Instant, MINUTE } from '../time.ts';

/** What a user is when they are created; their type may be changed afterwards [P1-E06 P1-K24]. */
export const NEW_USER_TYPE = USER_TYPE.dealerStaff;

/** 1 enabled, 0 disabled. */
export const UserStatus = z.union([z.literal(0), z.literal(1)]);

export const UserKey = z.string().regex(/^[\w-]{1,64}$/, 'No such user');

/** Plain letters, digits and few signs: two names that look alike are the same, and none is a link in a mail that holds it. */
export const UserName = z
  .string()
  .trim()
  .min(3, 'At least 3 characters')
  .max(254, 'At most 254 characters')
  .regex(/^[A-Za-z0-9._%+@-]+$/, 'Only letters without accents, digits and . _ % + @ -');

const PersonName = z.string().trim().min(1, 'A name is needed').max(60, 'At most 60 characters');

/** What an administrator writes down of a user. */
export const UserFields = z.object({
  UserName,
  UserEmail: z.email('Not an e-mail address').max(254, 'At most 254 characters'),
  UserFirstName: PersonName,
  UserLastName: PersonName,
});

/** A user as administrators see them. */
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
  /** The dealer's place in the tree: whether a user may be changed is decided on it. */
  dealerPath: z.string(),
  access: AccessMap,
  /** Whether signing in with the password asks for a code too. */
  twoStepSignIn: z.boolean(),
});
export type User = z.infer<typeof User>;

export const USER_TYPE_WORDS: Record<UserType, string> = {
  1: 'Engineer',
  2: 'Administrator',
  3: 'Dealer staff',
  4: 'Monitoring centre',
};

/** What the server says of a user name that somebody has [P1-M38]. */
export const NAME_TAKEN = 'Already exists';
export const NAME_FREE = 'Available';
export type NameState = typeof NAME_TAKEN | typeof NAME_FREE;

/** How many names an administrator may ask for, so that nobody learns by asking who else is in the portal. */
export const NAME_CHECK_LIMIT = { kind: 'userNameCheck', most: 120, window: 15 * MINUTE } as const;
export const TOO_MANY_NAME_CHECKS = 'Too many user names were checked. Please try again later.';

/** How long a link by which a user sets their first password is good for, in milliseconds. */
export const PASSWORD_LINK_LIVES = 3 * DAY;
/** How many such links a user is sent, so that nobody's inbox is filled. */
export const PASSWORD_LINK_LIMIT = { kind: 'passwordLink', most: 5, window: HOUR } as const;
/** How many users an administrator may have mails sent to, so that the portal is not used to send them in bulk. */
export const INVITATION_LIMIT = { kind: 'invitation', most: 60, window: HOUR } as const;

/** How often an administrator's reset tells one user by mail, so that nobody's inbox is filled. */
export const SECOND_FACTOR_RESET_LIMIT = { kind: 'secondFactorReset', most: 5, window: HOUR } as const;
export const NO_SECOND_FACTOR = 'The user has neither two-step sign-in nor passkeys';
