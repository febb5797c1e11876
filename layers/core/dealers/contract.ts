import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { Cursor, PageRequest, pageOf } from '../paging.ts';
import { Dealer, DealerChange, DealerInput, DealerKeyInput, DealerUser } from './dealer.ts';

export const dealers = defineArea({
  list: {
    method: 'GET',
    path: '/api/dealers',
    summary: 'Read the dealers at and below the caller’s own, each below its parent',
    access: holding('ADMIN', 'ADMIN_DEALER_ADD', 'ENGINEER'),
    input: PageRequest.extend({
      /** The beginning of a word of the name, or of the name from it on; or the dealer's key. */
      searchText: z.string().trim().max(100).optional(),
    }),
    output: pageOf(Dealer),
  },
  users: {
    method: 'GET',
    path: '/api/dealer/users',
    summary: 'Read the users of a dealer, by name',
    access: holding('ADMIN', 'ADMIN_DEALER_ADD'),
    input: z.object({
      cursor: Cursor.optional(),
      pageSize: z.coerce.number().int().min(1).max(1000).default(100),
      DealerKey: DealerKeyInput.optional(),
    }),
    output: pageOf(DealerUser),
    errors: ['NOT_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/api/dealer',
    summary: 'Create a dealer',
    access: holding('ADMIN_DEALER_ADD'),
    input: DealerInput,
    output: Dealer,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  update: {
    method: 'PUT',
    path: '/api/dealer',
    summary: 'Change a dealer, and where it stands in the tree',
    access: holding('ADMIN_DEALER_ADD'),
    input: DealerChange.extend({ version: z.number().int().min(0).optional() }),
    output: Dealer,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
  setUpReportingAccount: {
    method: 'PUT',
    path: '/api/jasperDealer',
    summary: 'Set up the dealer’s account in the external reporting system, or bring it up to date',
    access: holding('ADMIN_DEALER_ADD'),
    input: z.object({ DealerKey: DealerKeyInput }),
    output: Dealer,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
});
