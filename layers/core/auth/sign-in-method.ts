import { z } from 'zod';

/** How a session was signed in. With two factors, the second one. */
export const SIGN_IN_METHODS = ['password', 'app', 'mail', 'recoveryCode', 'passkey', 'singleSignOn', 'link'] as const;

export const SignInMethod = z.enum(SIGN_IN_METHODS);
export type SignInMethod = z.infer<typeof SignInMethod>;
