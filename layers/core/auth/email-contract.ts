import { z } from 'zod';
import { anyone } from '../access.ts';
import { defineArea } from '../contract.ts';

/** The target of the link to an address that a user has entered, for themselves or as a contact of notifications. */
export const email = defineArea({
  confirmEmail: {
    method: 'POST',
    path: '/api/confirmEmail',
    summary: 'Prove an e-mail address with the token that was sent to it',
    access: anyone,
    input: z.object({ token: z.string().min(1).max(200) }),
    /** Without a user, the address is a contact of a dealer's notifications. */
    output: z.object({ user: z.string().optional(), email: z.string() }),
    errors: ['UNAUTHENTICATED', 'TOO_MANY'],
  },
});
