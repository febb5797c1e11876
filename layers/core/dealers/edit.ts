import { AppError } from '../errors.ts';
import type { DealerChange } from './dealer.ts';
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

export const NAME_TAKEN = 'Dealer name already exists';
export const BILLING_CODE_TAKEN = 'Another dealer has this billing code';
