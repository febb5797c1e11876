import { z } from 'zod';
import { signedIn } from '../access.ts';
import { defineArea } from '../contract.ts';
import { HOUR } from '../time.ts';

export const live = defineArea({
  ticket: {
    method: 'POST',
    path: '/api/live/ticket',
    summary: 'Get a ticket that opens one live connection within 30 seconds',
    access: signedIn,
    // Each opens a connection of up to two hours, to which all that it follows is sent.
    rate: { most: 600, window: HOUR },
    input: z.object({}),
    /** Two names of one server: a try that fails goes on with the other. */
    output: z.object({ ticket: z.string(), url: z.string(), secondUrl: z.string() }),
    errors: ['TOO_MANY'],
  },
});
