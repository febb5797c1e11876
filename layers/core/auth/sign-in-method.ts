import { z } from 'zod';

/** The ways in; where two proofs are asked for, the second. */
export const SIGN_IN_METHODS = ['password', 'app', 'mail', 'recoveryCode', 'passkey', 'singleSignOn', 'link'] as const;

export const SignInMethod = z.enum(SIGN_IN_METHODS);
export type SignInMethod = z.infer<typeof SignInMethod>;
