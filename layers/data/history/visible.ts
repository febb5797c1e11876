import { visibleFrom } from '#core/history/visible-from.ts';
import { covers, type Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerEntity } from '../dealers/dealers.ts';
import { getAll } from '../kit/batch.ts';

/** The begin of the unit's history that is visible in the scope. Undefined if all of it is. */
export async function historyBegin(
  scope: Pick<Scope, 'dealerPath'>,
  { formerDealers = [] }: Pick<UnitRecord, 'formerDealers'>,
): Promise<string | undefined> {
  if (formerDealers.length === 0) return undefined;
  const dealers = await getAll(
    DealerEntity,
    formerDealers.map(({ DealerKey }) => ({ DealerKey })),
  );
  const seen = new Set(dealers.filter(({ dealerPath }) => covers(scope, dealerPath)).map(({ DealerKey }) => DealerKey));
  return visibleFrom(formerDealers, (key) => seen.has(key));
}
