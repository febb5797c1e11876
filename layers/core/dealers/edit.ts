import { AppError } from '../errors.ts';
import { MINUTE } from '../time.ts';
import type { DealerChange } from './dealer.ts';
import type { DealerRecord } from './dealer-record.ts';
import { type Place, ROOT_DEALER, type TreeEditor } from './tree.ts';

/**
 * Throws if somebody changes the parent or the billing code of their own dealer. Only dealers above may do that, and the root has none.
 */
export function requireEditable(
  editor: TreeEditor,
  was: Place & { DealerBillingCode?: string | undefined },
  change: Pick<DealerChange, 'DealerParent' | 'DealerBillingCode'>,
): void {
  const own = editor.home.dealerKey;
  if (was.DealerKey !== own || own === ROOT_DEALER) return;
  const { DealerParent: parent, DealerBillingCode: code } = change;
  const moves = parent !== undefined && parent !== (was.DealerParent ?? null);
  const billedOtherwise = code !== undefined && code !== (was.DealerBillingCode ?? '');
  if (moves || billedOtherwise)
    throw new AppError('FORBIDDEN', 'Only a dealer above yours can set its parent and billing code');
}

/** Limits changes whose answer reveals what other dealers are called, so that nobody can list the dealers of the portal. */
export const DEALER_CHECK_LIMIT = { kind: 'dealerCheck', most: 120, window: 15 * MINUTE } as const;
export const TOO_MANY_DEALER_CHECKS = 'Too many names and billing codes were tried. Please try again later.';

/**
 * Returns true if the answer to the change reveals a name or a billing code outside the editor's tree: codes are unique in the whole portal,
 * and the siblings of the own dealer are outside. `was` is undefined for a new dealer.
 */
export function revealsOthers(
  { home }: Pick<TreeEditor, 'home'>,
  was: Pick<DealerRecord, 'DealerKey' | 'DealerName' | 'DealerBillingCode'> | undefined,
  { DealerName: name, DealerBillingCode: code }: Pick<DealerChange, 'DealerName' | 'DealerBillingCode'>,
): boolean {
  if (home.dealerKey === ROOT_DEALER) return false;
  const setsCode = Boolean(code) && code !== was?.DealerBillingCode;
  const renamesOwn = name !== undefined && was?.DealerKey === home.dealerKey && name !== was.DealerName;
  return setsCode || renamesOwn;
}

export const NAME_TAKEN = 'Dealer name already exists';
export const BILLING_CODE_TAKEN = 'Another dealer has this billing code';
