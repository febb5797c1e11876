import { z } from 'zod';
import type { UserFields } from './user.ts';

/** The users of one call. */
export const USERS_OF_A_CALL = 25;

export type MassUser = z.output<typeof UserFields>;

export const MassUserOutcome = z.object({
  UserName: z.string(),
  /** `withoutMail`: the user exists, but the mail with the link was not sent. */
  outcome: z.enum(['created', 'withoutMail', 'refused']),
  /** Why it was refused. */
  reason: z.string().optional(),
});
export type MassUserOutcome = z.infer<typeof MassUserOutcome>;
