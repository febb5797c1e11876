import { z } from 'zod';
import { anyone } from '../access.ts';
import { defineArea } from '../contract.ts';

/** Where the link leads that is sent to an address which a user has given themselves. */
export const email = defineArea({
  confirmEmail: {
    method: 'POST',
    path: '/api/confirmEmail',
    summary: 'Prove a mail address by the token that was sent to it',
    access: anyone,
    input: z.object({ token: z.string().min(1).max(200) }),
    output: z.object({ user: z.string(), email: z.string() }),
    errors: ['UNAUTHENTICATED', 'TOO_MANY'],
  },
});
