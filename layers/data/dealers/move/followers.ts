import { AREAS } from '../../areas.ts';

/** What follows a moved dealer, in the order in which it follows. */
export const DEALER_FOLLOWERS = Object.values(AREAS)
  .flatMap(({ dealerFollowers = [] }) => dealerFollowers)
  .sort((one, other) => one.order - other.order);
