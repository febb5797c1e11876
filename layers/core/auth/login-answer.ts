import { z } from 'zod';
import { SecondFactorMethod } from '../second-factor/second-factor.ts';

export const SessionToken = z.object({ token: z.string() });

/** A login whose password was right and that wants a second proof: both values go back with the code. */
export const SecondStep = z.object({
  tfToken: z.string(),
  tfUK: z.string(),
  tfMethod: SecondFactorMethod,
  /** Where the code was sent, mostly hidden. */
  tfSentTo: z.string().optional(),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** What a login leads to: a session, or a second step. */
export const LoginAnswer = z.union([SessionToken, SecondStep]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;
