import { z } from 'zod';
import { AccessFlag, UserType } from '../access.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';
import { SignOutAddress } from './sign-out-address.ts';

/** Who is signed in and what they may do, as the browser knows it. */
export const SessionUser = z.object({
  user: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  type: UserType,
  /** The dealer that the session is shown as: the user's own, or one below it. */
  dealer: DealerKey,
  dealerName: z.string(),
  /** Where their sessions end. */
  signOutAddress: SignOutAddress,
  /** Who really acts, where the access of another user was taken on, and until when. */
  actor: z
    .object({ user: z.string(), userName: z.string(), firstName: z.string(), lastName: z.string(), until: Instant })
    .optional(),
  ownDealer: DealerKey,
  ownDealerName: z.string(),
  /** Whether there are dealers below the user's own. */
  hasSubDealers: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const AccessMap = z.record(AccessFlag, z.boolean());
export type AccessMap = z.infer<typeof AccessMap>;
