import { z } from 'zod';
import { anyone, holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { SessionToken } from './login-answer.ts';

const ProviderName = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'Not the name of a provider');

/** Single sign-on by OpenID Connect. */
export const signOn = defineArea({
  loginOAuth: {
    method: 'POST',
    path: '/auth/loginOAuth/{id}',
    summary: 'Begin a single sign-on: the address for the browser, and a token to send back with the code',
    access: anyone,
    input: z.object({ id: ProviderName }),
    output: z.object({ url: z.url(), token: z.string() }),
    errors: ['NOT_FOUND', 'TOO_MANY', 'UNAVAILABLE'],
  },
  exchangeForToken: {
    method: 'POST',
    path: '/auth/loginOAuth/exchangeForToken',
    summary: 'Exchange the code of a single sign-on for a session token',
    access: anyone,
    input: z.object({
      code: z.string().min(1).max(2048),
      /** The state that came back with the code. */
      state: z.string().min(1).max(200),
      iss: z.string().max(500).optional(),
      /** The token that the browser received at the start. */
      token: z.string().min(1).max(200),
    }),
    output: SessionToken,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY', 'UNAVAILABLE'],
  },
  unlinkSignOn: {
    method: 'DELETE',
    path: '/auth/loginOAuth/{id}/{username}',
    summary: 'Unlink a user from the account at a provider; the next sign-on with the address links again',
    access: holding('ADMIN'),
    givesRights: true,
    input: z.object({ id: ProviderName, username: z.string().trim().min(1).max(254) }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
