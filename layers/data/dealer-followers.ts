// Written by `npm run generate`: every folder of layers/data that has dealer-follower.ts.
import { dealerFollowers as bulkActions } from './bulk-actions/dealer-follower.ts';
import { dealerFollowers as customers } from './customers/dealer-follower.ts';
import { dealerFollowers as dealers } from './dealers/dealer-follower.ts';
import type { DealerFollower } from './dealers/move/follower.ts';
import { dealerFollowers as orders } from './orders/dealer-follower.ts';
import { dealerFollowers as profiles } from './profiles/dealer-follower.ts';
import { dealerFollowers as support } from './support/dealer-follower.ts';
import { dealerFollowers as units } from './units/dealer-follower.ts';
import { dealerFollowers as users } from './users/dealer-follower.ts';

/** What follows a moved dealer, in the order in which it follows. */
export const DEALER_FOLLOWERS: readonly DealerFollower[] = [
  ...bulkActions,
  ...customers,
  ...dealers,
  ...orders,
  ...profiles,
  ...support,
  ...units,
  ...users,
].sort((one, other) => one.order - other.order);
