import { z } from 'zod';

/** The screens where a session can end. A dealer chooses one for its users. */
export const SIGN_OUT_ADDRESSES = ['/login', '/telus'] as const;

export const SignOutAddress = z.enum(SIGN_OUT_ADDRESSES);
export type SignOutAddress = z.infer<typeof SignOutAddress>;
