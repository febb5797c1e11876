import { z } from 'zod';
import { MINUTE } from '#core/time.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';

/** Signs a user in once, by a link from another system. */
export const entryTokens = oneTimeTokens(
  'entry',
  z.object({
    UserKey: z.string(),
    /** Milliseconds. The token is void if the user has signed out everywhere since. */
    issuedAt: z.number(),
    /** The session that was exchanged and its latest end in milliseconds. Absent if an administrator issued the token. */
    session: z.object({ sessionId: z.string(), endsAt: z.number() }).optional(),
    phoneNumber: z.string().optional(),
  }),
  5 * MINUTE,
);
