import { z } from 'zod';
import { AccessFlag, UserType } from '../access.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { TimePreference } from '../shown-time.ts';
import { Instant } from '../time.ts';

/** A user as stores return it and rules need it, without the password. */
export const UserRecord = z.object({
  UserKey: z.string(),
  UserName: z.string(),
  UserEmail: z.string(),
  UserFirstName: z.string(),
  UserLastName: z.string(),
  /** 1 enabled, anything else disabled. */
  UserStatus: z.number().int(),
  UserTypeKey: UserType,
  DealerKey,
  dealerPath: z.string(),
  flags: z.array(AccessFlag),
  LastAuth: Instant.optional(),
  /** The claim on the address (../auth/email-claim.ts). A new address resets it. */
  emailProvenAt: Instant.optional(),
  emailSince: Instant.optional(),
  emailBySelf: z.boolean().optional(),
  /** Milliseconds. Sessions that started no later than this have ended, even if their items still exist. */
  signedOutAt: z.number().optional(),
  /** How the user wants times to be shown. */
  times: TimePreference.optional(),
});
export type UserRecord = z.infer<typeof UserRecord>;

type Named = Pick<UserRecord, 'UserName' | 'UserFirstName' | 'UserLastName'>;

/** First and last name, or the user name of a user without one. */
export const fullNameOf = ({ UserFirstName, UserLastName, UserName }: Named): string =>
  `${UserFirstName} ${UserLastName}`.trim() || UserName;
