import { AppError } from '../errors.ts';
import type { DealerChange } from './dealer.ts';
import { type Place, ROOT_DEALER, type TreeEditor } from './tree.ts';

/**
 * Throws where somebody changes of their own dealer what is for those above it to decide: its parent and how it is billed.
 * The root has nobody above it.
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
    throw new AppError('FORBIDDEN', 'The parent and the billing code of your own dealer are set by those above it');
}

export const NAME_TAKEN = 'Dealer name already exists';

/** What two dealers below the same parent may not share, whatever its case, its spaces and how its letters are encoded. */
export const nameKeyOf = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
