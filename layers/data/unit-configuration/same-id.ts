import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
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

/** Throws CONFLICT with the name of another unit of the scope that has the Line ID and Unit ID. */
export async function requireOwnID(
  scope: Pick<Scope, 'dealerPath'>,
  named: Named,
  also: readonly string[] = [],
): Promise<void> {
  const [holder] = await othersWithID(scope, named, also);
  if (holder) throw new AppError('CONFLICT', hasIDAlready(holder));
}
