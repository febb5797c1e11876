import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { hasIDAlready, haveSameID, type Identity } from '#core/unit-configuration/identity.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { unitLookupStore } from '../units/unit-lookups.ts';
import { unitStore } from '../units/units.ts';

type Named = Pick<Identity, 'UnitLineID' | 'UnitID'> & { UnitSerNum?: string | undefined };

/** The other units of the scope that have the Line ID and Unit ID now. `also`: units that an index may not list yet. */
export async function othersWithID(
  scope: Pick<Scope, 'dealerPath'>,
  named: Named,
  also: readonly string[] = [],
): Promise<UnitRecord[]> {
  if (named.UnitID === '') return [];
  const listed = await unitLookupStore.withExactly(scope, 'UnitID', fullUnitID(named));
  const asked = [...new Set([...listed, ...also])].filter((one) => one !== named.UnitSerNum);
  const found = await unitStore.getMany(scope, asked, { consistent: true });
  return found.filter((unit) => haveSameID(unit, named));
}

/**
 * Throws CONFLICT with the name of another unit of the scope that has the Line ID and Unit ID. `order`: the ID was given by an order of this dealer, and only
 * units of this dealer, of those above and of those below count: no other dealer can stop the order by typing its IDs.
 */
export async function requireOwnID(
  scope: Pick<Scope, 'dealerPath'>,
  named: Named,
  { also = [], order }: { also?: readonly string[]; order?: { dealerPath: string } | undefined } = {},
): Promise<void> {
  const others = await othersWithID(scope, named, also);
  const holder = order ? others.find((unit) => !isStranger(order, unit)) : others[0];
  if (holder) throw new AppError('CONFLICT', hasIDAlready(holder));
}

/** True if neither the dealer of the unit nor one above it orders, nor one below it. */
export const isStranger = (order: { dealerPath: string }, unit: { dealerPath: string }): boolean =>
  !covers(order, unit.dealerPath) && !covers(unit, order.dealerPath);
