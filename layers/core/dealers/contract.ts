import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea, OTHER_SYSTEM_RATE } from '../contract.ts';
import { Cursor, PageRequest, pageOf } from '../paging.ts';
import { Dealer, DealerChange, DealerInput, DealerKeyInput, DealerStatus, DealerUser } from './dealer.ts';

export const dealers = defineArea({
  list: {
    method: 'GET',
    path: '/api/dealers',
    summary: 'Read the own dealer and the dealers below it, each after its parent',
    access: holding('ADMIN', 'ADMIN_DEALER_ADD', 'ENGINEER'),
    input: PageRequest.extend({
      /** The start of the name or of a word in it, or the dealer key. */
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
    givesRights: true,
    input: DealerInput,
    output: Dealer,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
  update: {
    method: 'PUT',
    path: '/api/dealer',
    summary: 'Change a dealer, also its place in the tree',
    access: holding('ADMIN_DEALER_ADD'),
    givesRights: true,
    input: DealerChange.extend({ version: z.number().int().min(0).optional() }),
    output: Dealer,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
  setStatus: {
    method: 'PUT',
    path: '/api/dealer/status',
    summary: 'Close a dealer (4): its people, and those of all dealers below it, cannot sign in. Or open it again (3)',
    access: holding('ADMIN_DEALER_ADD'),
    givesRights: true,
    input: z.object({ DealerKey: DealerKeyInput, DealerStatus }),
    output: Dealer,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  },
  setUpReportingAccount: {
    method: 'PUT',
    path: '/api/jasperDealer',
    summary: 'Create or update the account of the dealer in the external reporting system',
    access: holding('ADMIN_DEALER_ADD'),
    rate: OTHER_SYSTEM_RATE,
    input: z.object({ DealerKey: DealerKeyInput }),
    output: Dealer,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
});
