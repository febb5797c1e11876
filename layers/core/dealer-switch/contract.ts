import { z } from 'zod';
import { holding, staff } from '../access.ts';
import { defineArea } from '../contract.ts';
import { DealerKey, DealerKeyInput } from '../dealers/dealer.ts';
import { PageRequest, pageOf } from '../paging.ts';

/** A dealer that a user can be shown as. `DealerParentName` distinguishes equal names. It is null for the user's own dealer. */
export const DealerChoice = z.object({
  DealerKey,
  DealerName: z.string(),
  DealerParentName: z.string().nullable(),
});
export type DealerChoice = z.infer<typeof DealerChoice>;

const search = PageRequest.extend({
  /** The start of the name or of a word in it, or the dealer key. */
  searchText: z.string().trim().max(100).optional(),
});

const switching = {
  input: z.object({ DealerKey }),
  /** The token of the new session. The session of this call has ended. */
  output: z.object({ token: z.string() }),
  errors: ['NOT_FOUND'],
} as const;

export const dealerSwitch = defineArea({
  subDealers: {
    method: 'GET',
    path: '/api/dealer/getSubDealers',
    summary: "Find the dealers below the user's own, to be shown as one of them, or those to which a unit can be moved",
    access: staff,
    input: search.extend({
      /** The dealer of a unit, or one above it: the open dealers below it, to which the unit can be moved. */
      UnitDealerKey: DealerKeyInput.optional(),
    }),
    output: pageOf(DealerChoice),
    errors: ['NOT_FOUND'],
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
    summary: "Start a new session that is shown as a dealer below the user's own, or as the own dealer",
    access: staff,
    givesRights: true,
    ...switching,
  },
  showAsDealer: {
    method: 'PUT',
    path: '/api/updateTokenDealer',
    summary: "Start a new session that is shown as a dealer of the header's drop-down",
    access: holding('ENGINEER'),
    givesRights: true,
    ...switching,
  },
});
