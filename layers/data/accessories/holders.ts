import { isRf, macOf, zoneOf } from '#core/accessories/entry.ts';
import type { Holder } from '#core/accessories/look-up.ts';
import { covers, type Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { getAll } from '../kit/batch.ts';
import { UnitEntity } from '../units/units.ts';
import { type AccessoryHolder, AccessoryHolderEntity } from './entities.ts';

export const rfKey = (SerialNumber: string) => `rf~${SerialNumber}`;
const bluetoothKey = (MacAddress: string) => `bt~${MacAddress}`;

/** Names an accessory wherever it is. Undefined for an RF device whose serial number is unknown: nothing tells it from others. */
export function accessoryKey(name: string, SerialNumber: string): string | undefined {
  if (!isRf(name)) return bluetoothKey(macOf(name));
  return SerialNumber === '' ? undefined : rfKey(SerialNumber);
}

export interface Held {
  accessory: string;
  /** The stored item: what the next change of it is conditional on. */
  stored: AccessoryHolder | undefined;
  /** The unit that has the accessory; undefined if none has. */
  unit: UnitRecord | undefined;
}

/** The unit that has the accessory. */
export async function holderOf(accessory: string): Promise<Held> {
  // The item is read before its unit, which it guards.
  const { data } = await AccessoryHolderEntity.get({ accessory }).go({ consistent: true });
  if (!data) return { accessory, stored: undefined, unit: undefined };
  const { data: unit } = await UnitEntity.get({ UnitSerNum: data.UnitSerNum }).go({ consistent: true });
  return { accessory, stored: data, unit: unit ?? undefined };
}

/** What a person may know of a holder; 'hidden' if its unit is outside the scope, undefined if no unit has the accessory. */
export function visibleHolder(scope: Pick<Scope, 'dealerPath'>, { stored, unit }: Held): Holder | 'hidden' | undefined {
  if (!stored || !unit) return undefined;
  return covers(scope, unit.dealerPath) ? holderIn(stored) : 'hidden';
}

/** The holders of many accessories that the person may see, by accessory. */
export async function visibleHolders(
  scope: Pick<Scope, 'dealerPath'>,
  accessories: readonly string[],
): Promise<ReadonlyMap<string, Holder>> {
  const stored = await getAll(
    AccessoryHolderEntity,
    accessories.map((accessory) => ({ accessory })),
  );
  const units = await getAll(
    UnitEntity,
    stored.map(({ UnitSerNum }) => ({ UnitSerNum })),
  );
  const seen = new Set(units.filter(({ dealerPath }) => covers(scope, dealerPath)).map(({ UnitSerNum }) => UnitSerNum));
  return new Map(stored.filter(({ UnitSerNum }) => seen.has(UnitSerNum)).map((one) => [one.accessory, holderIn(one)]));
}

const holderIn = ({ UnitSerNum, name, since }: AccessoryHolder): Holder => ({
  UnitSerNum,
  since,
  ...(isRf(name) && { Zone: zoneOf(name) }),
});
