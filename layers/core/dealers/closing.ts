import { holding } from '../access.ts';
import { type Place, ROOT_DEALER, type TreeEditor } from './tree.ts';

/** Closing a dealer locks its users out, and opening it lets them in: what else only people who manage users may do. */
export const MANAGES_USERS = holding('ADMIN');

/** Returns why the person cannot close or open the dealer, or undefined. Only dealers above may: nobody locks themselves out. */
export function whyNotClose(
  { home, managesUsers }: Pick<TreeEditor, 'home'> & { managesUsers: boolean },
  { DealerKey }: Pick<Place, 'DealerKey'>,
): string | undefined {
  if (!managesUsers) return 'Closing dealers also needs the right ‘Administrator’, because it locks their users out';
  if (DealerKey === ROOT_DEALER) return 'Dealer 1 cannot be closed';
  return DealerKey === home.dealerKey ? 'Only a dealer above yours can close it' : undefined;
}

export const OTHERS_DEALER_CLOSED = 'The dealer of the user is closed';
export const DEALER_CLOSED = 'Your dealer is closed. Please ask the dealer above yours.';
