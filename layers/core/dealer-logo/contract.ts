import { z } from 'zod';
import { holding, staff } from '../access.ts';
import { defineArea } from '../contract.ts';
import { LOGO_LIMITS } from './logo.ts';

/** A PNG in base64. */
const Logo = z.base64().max(Math.ceil(LOGO_LIMITS.bytes / 3) * 4, `A logo has at most ${LOGO_LIMITS.bytes / 1024} KB`);

export const dealerLogo = defineArea({
  get: {
    method: 'GET',
    path: '/api/dealer/logo',
    summary: 'Read the logo of the dealer, or of the nearest dealer above that has one',
    access: staff,
    input: z.object({}),
    output: z.object({
      logo: Logo.nullable(),
      /** True if it is the dealer's own. */
      own: z.boolean(),
    }),
  },
  choose: {
    method: 'PUT',
    path: '/api/dealer/logo',
    summary: 'Set the logo of the dealer, a PNG',
    access: holding('ADMIN'),
    input: z.object({ logo: Logo.min(1) }),
    maxBody: 128 * 1024,
    output: z.object({ logo: Logo, own: z.boolean() }),
    errors: ['INVALID'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/dealer/logo',
    summary: 'Remove the logo, so that the one of the dealer above is shown',
    access: holding('ADMIN'),
    input: z.object({}),
    output: z.object({}),
  },
});
