import { z } from 'zod';
import { anyone, signedIn } from '../access.ts';
import { defineArea } from '../contract.ts';
import { email } from './email-contract.ts';
import { entry } from './entry-contract.ts';
import { LoginAnswer } from './login-answer.ts';
import { recovery } from './recovery-contract.ts';
import { Role } from './role.ts';
import { AccessMap, SessionUser } from './session-user.ts';
import { signOn } from './sign-on-contract.ts';

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
    afterAccessAs: true,
    input: z.object({}),
    output: z.object({}),
  },
  logoutEverywhere: {
    method: 'POST',
    path: '/auth/logoutEverywhere',
    summary: 'End all sessions of the user, including this one',
    access: signedIn,
    input: z.object({}),
    output: z.object({}),
  },
  stayActive: {
    method: 'POST',
    path: '/auth/stayActive',
    summary: 'Report activity of the user, so that the session does not end',
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
      /** Engineer access, at the root of the answer as specified (portal-2 section 5). */
      accessENGINEER: z.boolean(),
    }),
  },
  role: {
    method: 'GET',
    path: '/api/role',
    summary: 'Read what kind of user is signed in',
    access: signedIn,
    input: z.object({}),
    output: Role,
  },
  user: {
    method: 'GET',
    path: '/api/user',
    summary: 'Read who is signed in',
    access: signedIn,
    input: z.object({}),
    output: SessionUser,
  },
  accesses: {
    method: 'GET',
    path: '/api/user/accesses',
    summary: 'Read what the signed-in user may do',
    access: signedIn,
    input: z.object({}),
    output: AccessMap,
  },
  ...recovery,
  ...email,
  ...signOn,
  ...entry,
});
