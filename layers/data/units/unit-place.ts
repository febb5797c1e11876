import type { TransactWriteEntities } from 'electrodb';
import { dealerKeysOf } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '../dealers/dealers.ts';
import type { UnitEntity } from './units.ts';

/**
 * True if the unit belongs to the dealer or to one below it. The path is that of the unit's dealer, because a unit follows a moved dealer
 * later.
 */
export async function belongsTo(DealerKey: number, unit: Pick<UnitRecord, 'DealerKey'>): Promise<boolean> {
  const dealer = await dealerStore.byKey(unit.DealerKey, true);
  return dealer !== undefined && dealerKeysOf(dealer.dealerPath).includes(DealerKey);
}

/** The check that the unit still belongs to the dealer for which a change was decided. */
export const unitIsOf = (
  unit: TransactWriteEntities<{ unit: typeof UnitEntity }>['unit'],
  { UnitSerNum, DealerKey }: Pick<UnitRecord, 'UnitSerNum' | 'DealerKey'>,
) =>
  unit
    .check({ UnitSerNum })
    .where((stored, { eq }) => eq(stored.DealerKey, DealerKey))
    .commit();
