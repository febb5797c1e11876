import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { levelBelow } from '#core/dealers/tree.ts';
import type { Scope } from '#core/scope.ts';
import { getAll } from '../kit/batch.ts';
import { lastNumber, nextNumber } from '../kit/counters.ts';
import { DealerEntity, inTree } from './dealers.ts';

/** The keys of dealers that the portal creates come after these. */
const KEYS_BEFORE = 10_000;
/** More than are created while an index is behind the table. One batch can read as many. */
const LATEST_DEALERS = 100;
const COUNTER = 'dealer';

/** A new key. An imported dealer can have it already. */
export const newDealerKey = async (): Promise<number> => KEYS_BEFORE + (await nextNumber(COUNTER));

/** The latest created dealers, read consistently. */
async function latestDealers(): Promise<DealerRecord[]> {
  const last = await lastNumber(COUNTER);
  const count = Math.min(LATEST_DEALERS, last);
  const keys = Array.from({ length: count }, (_, index) => ({ DealerKey: KEYS_BEFORE + last - index }));
  return count === 0 ? [] : getAll(DealerEntity, keys, { consistent: true });
}

/**
 * The number of levels of dealers below the one at `dealerPath`. An index can be a moment behind, so the latest dealers are read from
 * the table.
 */
export async function levelsBelow({ dealerPath }: Pick<Scope, 'dealerPath'>): Promise<number> {
  const latest = await latestDealers();
  const { data } = await inTree(dealerPath).go({ pages: 'all', attributes: ['dealerPath'] });
  return [...data, ...latest.filter((dealer) => dealer.dealerPath.startsWith(dealerPath))].reduce(
    (most, below) => Math.max(most, levelBelow(dealerPath, below.dealerPath)),
    0,
  );
}
