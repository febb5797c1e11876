import { z } from 'zod';

/** The screens at which a session can end: a dealer names the one of its users, nothing else can be named. */
export const SIGN_OUT_ADDRESSES = ['/login', '/telus'] as const;

export const SignOutAddress = z.enum(SIGN_OUT_ADDRESSES);
export type SignOutAddress = z.infer<typeof SignOutAddress>;
