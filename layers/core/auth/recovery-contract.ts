import { z } from 'zod';
import { anyone } from '../access.ts';
import { defineArea } from '../contract.ts';
import { NewPassword } from './password-rules.ts';

const Token = z.string().min(1).max(200);

/** Replaces a forgotten password. */
export const recovery = defineArea({
  sendRecoveryLink: {
    method: 'GET',
    path: '/api/reset/password/{email}',
    summary: 'Send a link to replace a forgotten password; NOT_FOUND if no account has the address',
    access: anyone,
    input: z.object({ email: z.string().trim().min(3).max(254).pipe(z.email()) }),
    output: z.object({ message: z.string() }),
    errors: ['NOT_FOUND', 'TOO_MANY'],
  },
  checkResetPasswordToken: {
    method: 'GET',
    path: '/api/checkResetPasswordToken',
    summary: "Read whose password a link replaces; 'Token expired' if the link is not valid",
    access: anyone,
    input: z.object({ token: Token }),
    output: z.object({ user: z.string() }),
    errors: ['UNAUTHENTICATED', 'TOO_MANY'],
  },
  resetThePassword: {
    method: 'PUT',
    path: '/api/resetThePassword',
    summary: 'Replace a forgotten password and end all sessions of the user',
    access: anyone,
    input: z.object({ user: z.string().trim().min(1).max(254), newPassword: NewPassword, token: Token }),
    output: z.object({ message: z.string() }),
    errors: ['UNAUTHENTICATED', 'TOO_MANY'],
  },
});
