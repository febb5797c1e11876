import { holding } from '../access.ts';
import { dealerKeysOf } from '../scope.ts';
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

/** Returns why the person cannot move a dealer from one path to another, or undefined. `closed`: the keys of all closed dealers. */
export function whyNotMove(
  { managesUsers }: { managesUsers: boolean },
  { from, to }: { from: string; to: string },
  closed: ReadonlySet<number>,
): string | undefined {
  const closedOn = (path: string) => dealerKeysOf(path).filter((key) => closed.has(key));
  const changesSignIn = String(closedOn(from)) !== String(closedOn(to));
  return changesSignIn && !managesUsers ? MOVE_NEEDS_ADMINISTRATOR : undefined;
}

const MOVE_NEEDS_ADMINISTRATOR =
  'Moving a dealer into or out of a closed one also needs the right ‘Administrator’, because it locks its users out or lets them in';
export const OTHERS_DEALER_CLOSED = 'The dealer of the user is closed';
export const DEALER_CLOSED = 'Your dealer is closed. Please ask the dealer above yours.';
