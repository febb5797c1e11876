import { z } from 'zod';
import { SecondFactorMethod } from '../second-factor/second-factor.ts';

export const SessionToken = z.object({ token: z.string() });

/** A login that needs a second factor. Both values are sent back with the code. */
export const SecondStep = z.object({
  tfToken: z.string(),
  tfUK: z.string(),
  tfMethod: SecondFactorMethod,
  /** The address that the code was sent to, mostly hidden. */
  tfSentTo: z.string().optional(),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** The result of a login: a session, or a second step. */
export const LoginAnswer = z.union([SessionToken, SecondStep]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;
