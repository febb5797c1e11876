import { z } from 'zod';
import { anyone, signedIn } from '../access.ts';
import { defineArea } from '../contract.ts';
import { LoginAnswer } from './login-answer.ts';
import { AccessMap, SessionUser } from './session-user.ts';

export const auth = defineArea({
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with user name and password',
    access: anyone,
    input: z.object({ userName: z.string().trim().min(1).max(254), password: z.string().min(1).max(256) }),
    output: LoginAnswer,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session',
    access: signedIn,
    input: z.object({}),
    output: z.object({}),
  },
  stayActive: {
    method: 'POST',
    path: '/auth/stayActive',
    summary: 'Say that the user is at work, so that the session does not end for being idle',
    access: signedIn,
    input: z.object({}),
    output: z.object({}),
  },
  access: {
    method: 'GET',
    path: '/api/role/access',
    summary: 'Read who is signed in and what they may do',
    access: signedIn,
    input: z.object({}),
    output: z.object({
      user: SessionUser,
      access: AccessMap,
      /** Engineer access, at the root of the answer as the specification has it (portal-2 section 5). */
      accessENGINEER: z.boolean(),
    }),
  },
});
