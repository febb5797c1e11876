import { z } from 'zod';
import { anyone, signedIn } from '../access.ts';
import { defineArea } from '../contract.ts';
import { NewCredential, Passkey, PasskeyName, UsedCredential } from './passkey.ts';

/** Options of `navigator.credentials` as JSON. The standard defines their shape (WebAuthn). */
const BrowserOptions = z.record(z.string(), z.unknown());

export const passkeys = defineArea({
  beginSignIn: {
    method: 'POST',
    path: '/auth/passkey/options',
    summary: 'Begin to sign in with a passkey',
    access: anyone,
    input: z.object({}),
    output: BrowserOptions,
    errors: ['FORBIDDEN'],
  },
  signIn: {
    method: 'POST',
    path: '/auth/passkey',
    summary: 'Sign in with a passkey, which replaces password and second factor',
    access: anyone,
    input: z.object({ credential: UsedCredential }),
    output: z.object({ token: z.string() }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  },
  list: {
    method: 'GET',
    path: '/api/passkeys',
    summary: "Read the signed-in user's passkeys",
    access: signedIn,
    input: z.object({}),
    output: z.object({ passkeys: z.array(Passkey) }),
    errors: ['FORBIDDEN'],
  },
  beginRegister: {
    method: 'POST',
    path: '/api/passkeys/options',
    summary: 'Begin to add a passkey',
    access: signedIn,
    input: z.object({ password: z.string().min(1).max(256) }),
    output: BrowserOptions,
    errors: ['INVALID', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY'],
  },
  register: {
    method: 'POST',
    path: '/api/passkeys',
    summary: 'Add a passkey under a name',
    access: signedIn,
    givesRights: true,
    input: z.object({ name: PasskeyName, credential: NewCredential }),
    output: Passkey,
    errors: ['FORBIDDEN', 'CONFLICT'],
  },
  rename: {
    method: 'PUT',
    path: '/api/passkeys/{passkeyId}',
    summary: 'Rename a passkey',
    access: signedIn,
    input: z.object({ passkeyId: z.string().min(1).max(64), name: PasskeyName }),
    output: Passkey,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/passkeys/{passkeyId}',
    summary: 'Remove a passkey',
    access: signedIn,
    givesRights: true,
    input: z.object({ passkeyId: z.string().min(1).max(64) }),
    output: z.object({}),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
});
