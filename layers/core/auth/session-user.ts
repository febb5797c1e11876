import { z } from 'zod';
import { AccessFlag, UserType } from '../access.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { TimePreference } from '../shown-time.ts';
import { Instant } from '../time.ts';
import { SignOutAddress } from './sign-out-address.ts';

/** The signed-in user in the browser. */
export const SessionUser = z.object({
  user: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  type: UserType,
  /** The shown dealer: the user's own, or one below it. */
  dealer: DealerKey,
  dealerName: z.string(),
  /** The screen after the end of a session. */
  signOutAddress: SignOutAddress,
  /** The person who really acts, and until when, if they act as this user. */
  actor: z
    .object({ user: z.string(), userName: z.string(), firstName: z.string(), lastName: z.string(), until: Instant })
    .optional(),
  ownDealer: DealerKey,
  ownDealerName: z.string(),
  /** True if there are dealers below the user's own. */
  hasSubDealers: z.boolean(),
  /** How times are shown to the person who reads the screen. */
  times: TimePreference,
});
export type SessionUser = z.infer<typeof SessionUser>;

export const AccessMap = z.record(AccessFlag, z.boolean());
export type AccessMap = z.infer<typeof AccessMap>;
