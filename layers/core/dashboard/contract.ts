import { z } from 'zod';
import { staff } from '../access.ts';
import { defineArea } from '../contract.ts';
import { DateOffset } from '../time.ts';
import { Dashboard } from './dashboard.ts';

export const dashboard = defineArea({
  read: {
    method: 'GET',
    path: '/api/dashboard',
    summary: 'Read the dashboard: numbers of units, running work, pinned units and the announcement',
    access: staff,
    input: z.object({ dateOffset: DateOffset.default(0) }),
    output: Dashboard,
  },
  visit: {
    method: 'POST',
    path: '/api/dashboard/visit',
    summary: 'Record a visit with the present numbers, so that the next one shows what has changed',
    access: staff,
    input: z.object({}),
    output: z.object({}),
  },
  acknowledge: {
    method: 'POST',
    path: '/api/updateUserNewReleaseDate',
    summary: 'Record that the user has dismissed the present announcement',
    access: staff,
    input: z.object({}),
    output: z.object({}),
  },
});
