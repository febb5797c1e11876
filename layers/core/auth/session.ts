import { z } from 'zod';
import { Instant } from '../time.ts';
import { Identities } from './identities.ts';
import { SignInMethod } from './sign-in-method.ts';

/** A running session. */
export const Session = Identities.extend({
  sessionId: z.string(),
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
