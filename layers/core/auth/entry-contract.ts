import { z } from 'zod';
import { anyone, holding, monitoringCentres, signedIn } from '../access.ts';
import { defineArea } from '../contract.ts';
import { Instant } from '../time.ts';
import { PhoneNumberInLink } from './phone-number.ts';

const Exchange = z.object({ phonenumber: PhoneNumberInLink.optional() });
const Entry = z.object({ token: z.string(), expiresAt: Instant });

/** Sign-in by a link with a one-time token. See docs/areas/auth.md. */
export const entry = defineArea({
  convertJWT: {
    method: 'GET',
    path: '/api/userConvert/convertJWT',
    summary: "Exchange the session's token for one that signs the same user in once elsewhere",
    access: signedIn,
    givesRights: true,
    input: Exchange,
    output: Entry,
    errors: ['TOO_MANY'],
  },
  convertCentreJWT: {
    method: 'GET',
    path: '/api/mc/convertJWT',
    summary: "Exchange the session's token of a monitoring centre for one that opens its view once elsewhere",
    access: monitoringCentres,
    givesRights: true,
    input: Exchange,
    output: Entry,
    errors: ['TOO_MANY'],
  },
  issueEntryToken: {
    method: 'POST',
    path: '/auth/entryToken',
    summary: 'Issue a one-time token that signs in a user of a monitoring centre',
    access: holding('ADMIN'),
    givesRights: true,
    input: z.object({ username: z.string().trim().min(1).max(254), phonenumber: PhoneNumberInLink.optional() }),
    output: Entry,
    errors: ['NOT_FOUND', 'TOO_MANY'],
  },
  convert: {
    method: 'POST',
    path: '/auth/convert/{token}',
    summary: 'Exchange a token of a link for a session token; the other parts of the link must match it',
    access: anyone,
    input: z.object({
      token: z.string().min(1).max(200),
      phonenumber: PhoneNumberInLink.optional(),
      dealerkey: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      username: z.string().trim().min(1).max(254).optional(),
    }),
    output: z.object({ token: z.string(), phoneNumber: z.string().optional() }),
    errors: ['UNAUTHENTICATED', 'TOO_MANY'],
  },
});
