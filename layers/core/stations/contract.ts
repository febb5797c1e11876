import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { STATION_READERS } from './access.ts';

export const stations = defineArea({
  connection: {
    method: 'GET',
    path: '/api/stations/connection',
    summary: 'Read the servers of the telephone system, and get a ticket that opens the station board once',
    access: STATION_READERS,
    input: z.object({}),
    /** No servers: the telephone system is not set up. */
    output: z.object({ servers: z.array(z.string()).max(2), ticket: z.string() }),
  },
});
