import { asRow, rowDone } from '../bulk-actions/row-of-change.ts';
import { dealerStore } from '../dealers/dealers.ts';
import type { BulkWork } from '../kit/area.ts';
import { moveUnit } from './move-unit.ts';

/** Moves a unit to a dealer that the user sees now. One that belongs to it is done. */
const dealer: BulkWork = (outcome, rights, unit) =>
  asRow(outcome, async () => {
    const { value } = outcome.bulkAction;
    const to = await dealerStore.get(rights, value?.action === 'dealer' ? value.DealerKey : 0);
    if (unit.DealerKey === to.DealerKey) return rowDone(outcome);
    return moveUnit(rights, unit, to, outcome.now, outcome);
  });

export const bulkWork: Readonly<Record<string, BulkWork>> = { dealer };
