import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';
import { SignInMethod } from './sign-in-method.ts';

/** A running session. */
export const Session = z.object({
  sessionId: z.string(),
  UserKey: z.string(),
  /** The user whose access the session uses: its own user unless access was taken on. */
  asUserKey: z.string(),
  /** When the access that was taken on ends, in milliseconds. Undefined if the access is the user's own. */
  asUntil: z.number().optional(),
  /** The dealer that the session is shown as while it uses the access of this user. Undefined if it is the user's own dealer. */
  shown: z.object({ UserKey: z.string(), DealerKey }).optional(),
  /** Milliseconds. */
  lastActiveAt: z.number(),
  startedAt: Instant,
  /** How and from where the user signed in. Users tell their own sessions apart by it. */
  method: SignInMethod.optional(),
  userAgent: z.string().optional(),
  sourceIp: z.string().optional(),
  /** Milliseconds. A later sign-out from all sessions ends this one too, even if this session was stored after it. */
  signedOutBefore: z.number().optional(),
  /** Seconds. */
  expiresAt: z.number().int(),
});
export type Session = z.infer<typeof Session>;
