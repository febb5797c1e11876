import { z } from 'zod';
import { holding, staff } from '../access.ts';
import { defineArea } from '../contract.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { PageRequest, pageOf } from '../paging.ts';

/** A dealer that the session can be shown as. `DealerParentName` tells namesakes apart; null for the user's own dealer. */
export const DealerChoice = z.object({
  DealerKey,
  DealerName: z.string(),
  DealerParentName: z.string().nullable(),
});
export type DealerChoice = z.infer<typeof DealerChoice>;

const search = PageRequest.extend({
  /** The beginning of a word of the name, or of the name from it on; or the dealer's key. */
  searchText: z.string().trim().max(100).optional(),
});

const switching = {
  input: z.object({ DealerKey }),
  /** The token of the session from now on; the one that the call was made with has ended. */
  output: z.object({ token: z.string() }),
  errors: ['NOT_FOUND'],
} as const;

export const dealerSwitch = defineArea({
  subDealers: {
    method: 'GET',
    path: '/api/dealer/getSubDealers',
    summary: "Find the dealers below the user's own, to be shown as one of them",
    access: staff,
    input: search,
    output: pageOf(DealerChoice),
  },
  headerDealers: {
    method: 'GET',
    path: '/api/getDealersForHeaderDropDown',
    summary: "Find the dealers of the header's drop-down: the user's own and those below it",
    access: holding('ENGINEER'),
    input: search,
    output: pageOf(DealerChoice),
  },
  showAsSubDealer: {
    method: 'PUT',
    path: '/api/updateTokenSubDealer',
    summary: "Go on in a new session that is shown as a dealer below the user's own, or as its own again",
    access: staff,
    ...switching,
  },
  showAsDealer: {
    method: 'PUT',
    path: '/api/updateTokenDealer',
    summary: "Go on in a new session that is shown as a dealer of the header's drop-down",
    access: holding('ENGINEER'),
    ...switching,
  },
});
