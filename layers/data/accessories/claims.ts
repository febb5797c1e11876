import { type AccessoryEntry, isRf, zoneOf } from '#core/accessories/entry.ts';
import { HELD_ELSEWHERE, heldBy } from '#core/accessories/look-up.ts';
import { isWanted } from '#core/accessories/rf-map.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type Leaving, type Situation, situationOf, type UnitChange } from './changes.ts';
import { type Held, visibleHolder } from './holders.ts';

/** Another dealer learns nothing of the unit that an accessory came from or went to. */
export const nameOfUnit = (other: UnitRecord, { DealerKey }: Pick<UnitRecord, 'DealerKey'>): string =>
  other.DealerKey === DealerKey ? other.UnitSerNum : 'a unit of another dealer';

/**
 * The unit that loses an accessory which the unit gets; undefined if nobody has it. CONFLICT if the person has not agreed to move it from there,
 * with the unit's serial number as the issue at `moveFrom`, or may not see that unit.
 */
export function requireMovable(
  scope: Pick<Scope, 'dealerPath'>,
  unit: UnitRecord,
  held: Held,
  moveFrom: string | undefined,
): UnitRecord | undefined {
  const holder = visibleHolder(scope, held);
  if (holder === undefined) return undefined;
  if (holder === 'hidden') throw new AppError('CONFLICT', HELD_ELSEWHERE);
  const { UnitSerNum, Zone } = holder;
  if (UnitSerNum === unit.UnitSerNum)
    throw new AppError(
      'CONFLICT',
      `This accessory is on this unit already${Zone === undefined ? '' : `, in zone ${Zone}`}`,
    );
  if (UnitSerNum !== moveFrom)
    throw new AppError('CONFLICT', heldBy(holder), [{ path: 'moveFrom', message: UnitSerNum }]);
  return held.unit;
}

/** What the unit that loses the accessory `name` has from then on: an entry that deletes it there. */
export async function leaving(
  unit: UnitRecord,
  name: string,
  accessory: Pick<AccessoryEntry, 'SerialNumber'>,
  next: UnitRecord,
  now: number,
): Promise<{ change: UnitChange; leaves: Leaving }> {
  const situation = await situationOf(unit);
  const { entry: wanted, shown } = wantedAt(situation, name, accessory.SerialNumber);
  const { SerialNumber } = accessory;
  return {
    change: {
      situation,
      entries: wanted ? { [name]: { ...wanted, changedAt: instant(now), deleted: true } } : {},
      audit: { action: 'move accessory out', before: shown, after: { unit: nameOfUnit(next, unit) } },
    },
    leaves: { UnitSerNum: unit.UnitSerNum, name, SerialNumber, Type: wanted?.Type },
  };
}

/** The accessory at a place of a unit, if the unit should have it. A unit can have another one there by now. */
function wantedAt(
  { entries, rfDevices }: Situation,
  name: string,
  SerialNumber: string,
): { entry: Omit<AccessoryEntry, 'changedAt'> | undefined; shown: object } {
  if (!isRf(name)) {
    const entry = entries[name];
    return { entry: entry?.deleted ? undefined : entry, shown: { SerialNumber } };
  }
  const device = rfDevices.find(
    (one) => one.zone === zoneOf(name) && one.SerialNumber === SerialNumber && isWanted(one),
  );
  return { entry: device && entryOf(device), shown: { SerialNumber, zone: zoneOf(name) } };
}

/** The entry of a device in the configuration, without its time. */
export const entryOf = ({
  SerialNumber,
  RFCode,
  Type,
  ManufacturedDate,
}: {
  SerialNumber: string;
  RFCode: string;
  Type?: string;
  ManufacturedDate?: string;
}): Omit<AccessoryEntry, 'changedAt' | 'deleted'> => ({
  SerialNumber,
  RFCode,
  ...(Type !== undefined && { Type }),
  ...(ManufacturedDate !== undefined && { ManufacturedDate }),
});
