import { type Place, ROOT_DEALER, type TreeEditor } from './tree.ts';

/** Returns why the person cannot close or open the dealer, or undefined. Only dealers above may: nobody locks themselves out. */
export function whyNotClose(
  { home }: Pick<TreeEditor, 'home'>,
  { DealerKey }: Pick<Place, 'DealerKey'>,
): string | undefined {
  if (DealerKey === ROOT_DEALER) return 'Dealer 1 cannot be closed';
  return DealerKey === home.dealerKey ? 'Only a dealer above yours can close it' : undefined;
}

export const OTHERS_DEALER_CLOSED = 'The dealer of the user is closed';
export const DEALER_CLOSED = 'Your dealer is closed. Please ask the dealer above yours.';
