import { z } from 'zod';
import { anyone, signedIn } from '../access.ts';
import { defineArea } from '../contract.ts';
import { SecondFactorMethod, SecondFactorState } from './second-factor.ts';

const OneTimeToken = z.string().min(1).max(128);
const Password = z.string().min(1).max(256);
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactor = defineArea({
  submit: {
    method: 'POST',
    path: '/auth/twoFactorAuth',
    summary: 'Finish a login with the code of the second factor, or with a recovery code',
    access: anyone,
    input: z.object({
      tfCode: z.string().trim().min(1).max(64),
      tfToken: OneTimeToken,
      tfUK: z.string().min(1).max(64),
    }),
    output: z.object({ token: z.string() }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  },
  sendAgain: {
    method: 'POST',
    path: '/auth/twoFactorAuth/sendAgain',
    summary: 'Send another code by e-mail during a login; the previous one is void',
    access: anyone,
    input: z.object({ tfToken: OneTimeToken, tfUK: z.string().min(1).max(64) }),
    output: z.object({}),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY'],
  },
  read: {
    method: 'GET',
    path: '/api/secondFactor',
    summary: "Read the signed-in user's second factor",
    access: signedIn,
    input: z.object({}),
    output: SecondFactorState,
  },
  begin: {
    method: 'POST',
    path: '/api/secondFactor',
    summary: 'Begin to set up a second factor; it takes effect when its first code is confirmed',
    access: signedIn,
    input: z.object({ method: SecondFactorMethod, password: Password }),
    output: z.object({
      setUpToken: z.string(),
      /** Only for an app: the secret in base 32, and the address that the QR code holds. */
      secret: z.string().optional(),
      address: z.string().optional(),
      /** Only by e-mail: the address that the code was sent to. */
      sentTo: z.string().optional(),
    }),
    errors: ['FORBIDDEN', 'TOO_MANY', 'CONFLICT'],
  },
  confirm: {
    method: 'PUT',
    path: '/api/secondFactor',
    summary: 'Turn the second factor on with its first code; answers the recovery codes, which are never shown again',
    access: signedIn,
    givesRights: true,
    input: z.object({ setUpToken: OneTimeToken, code: z.string().trim().min(1).max(64) }),
    output: RecoveryCodes,
    errors: ['INVALID', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY'],
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/api/secondFactor/recoveryCodes',
    summary: 'Replace the recovery codes',
    access: signedIn,
    givesRights: true,
    input: z.object({ password: Password }),
    output: RecoveryCodes,
    errors: ['INVALID', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY'],
  },
  turnOff: {
    method: 'POST',
    path: '/api/secondFactor/turnOff',
    summary: 'Turn the second factor off',
    access: signedIn,
    givesRights: true,
    input: z.object({ password: Password }),
    output: z.object({}),
    errors: ['INVALID', 'FORBIDDEN', 'TOO_MANY'],
  },
});
