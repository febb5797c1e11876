import { hasRf, NO_RF, type StockDevice, shownType } from '#core/accessories/accessory.ts';
import { type AccessoryEntry, rfName } from '#core/accessories/entry.ts';
import { isWanted, type MappedDevice } from '#core/accessories/rf-map.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { retry } from '../kit/change.ts';
import { requireZoneOf } from '../monitoring-centers/centers-of-dealers.ts';
import { BUSY, type Situation, situationOf, type UnitChange, writeChanges } from './changes.ts';
import { entryOf, leaving, nameOfUnit, requireMovable } from './claims.ts';
import { accessoryKey, holderOf, rfKey } from './holders.ts';

/** The device that a person saw. */
interface Seen {
  Zone: number;
  RFCode: string;
}

const gone = () =>
  new AppError('NOT_FOUND', 'There is no such device in this zone any more. Please look at the accessories again');

export const rfDeviceStore = {
  /** Adds a device of the stock list to a zone. With `moveFrom` it leaves that unit. */
  async add(
    scope: Scope,
    unit: UnitRecord,
    { Zone, found, moveFrom }: { Zone: number; found: StockDevice; moveFrom?: string | undefined },
    now: number,
  ): Promise<void> {
    if (!hasRf(unit.UnitModel)) throw new AppError('CONFLICT', `A ${unit.UnitModel} has no RF`);
    if (found.RFCode === NO_RF) throw invalid('SerialNumber', 'This device has no RF. It cannot be added to a zone');
    await requireZoneOf(unit, Zone, 'Zone');
    const device = { ...found, Type: shownType(found.Type) };
    await retry(BUSY, () => put(scope, unit, { Zone, device, moveFrom }, 'add accessory', now));
  },

  /** Moves a device to another zone of its unit. */
  async moveZone(scope: Scope, unit: UnitRecord, seen: Seen, newZone: number, now: number): Promise<void> {
    await requireZoneOf(unit, newZone, 'newZone');
    await retry(BUSY, async () => {
      const { SerialNumber } = deviceAt(await situationOf(unit), seen);
      const key = accessoryKey(rfName(newZone), SerialNumber);
      const held = key === undefined ? undefined : await holderOf(key);
      const situation = await situationOf(unit);
      const device = deviceAt(situation, seen);
      if (newZone === seen.Zone) return;
      requireFreeZone(situation, newZone);
      const changedAt = instant(now);
      const entry = entryOf(device);
      const isOwn = held?.stored?.UnitSerNum === unit.UnitSerNum;
      const moved: UnitChange = {
        situation,
        entries: {
          [rfName(seen.Zone)]: { ...entry, changedAt, deleted: true },
          [rfName(newZone)]: { ...entry, changedAt },
        },
        audit: {
          action: 'move accessory zone',
          before: { SerialNumber: called(device), zone: seen.Zone },
          after: { SerialNumber: called(device), zone: newZone },
        },
      };
      const to = { UnitSerNum: unit.UnitSerNum, name: rfName(newZone) };
      const holder = held && isOwn ? { held, to, since: held.stored!.since } : undefined;
      await writeChanges(scope, { changes: [moved], holder }, now);
    });
  },

  /** Deletes a device. The unit has it until it has reported the change. */
  remove(scope: Scope, unit: UnitRecord, seen: Seen, now: number): Promise<void> {
    return retry(BUSY, async () => {
      const { SerialNumber } = deviceAt(await situationOf(unit), seen);
      const name = rfName(seen.Zone);
      const key = accessoryKey(name, SerialNumber);
      const held = key === undefined ? undefined : await holderOf(key);
      const situation = await situationOf(unit);
      const device = deviceAt(situation, seen);
      const deleted: UnitChange = {
        situation,
        entries: { [name]: { ...entryOf(device), changedAt: instant(now), deleted: true } },
        audit: { action: 'delete accessory', before: shownOf(device) },
      };
      const { UnitSerNum } = unit;
      const holder = held?.stored?.UnitSerNum === UnitSerNum ? { held, to: undefined } : undefined;
      const leaves = [{ UnitSerNum, name, SerialNumber: called(device), Type: device.Type }];
      await writeChanges(scope, { changes: [deleted], holder, leaves }, now);
    });
  },

  /** Takes back a deletion, if no other unit has got the device meanwhile. With `moveFrom` it leaves that unit. */
  async restore(
    scope: Scope,
    unit: UnitRecord,
    { Zone, RFCode, moveFrom }: Seen & { moveFrom?: string | undefined },
    now: number,
  ): Promise<void> {
    await requireZoneOf(unit, Zone, 'Zone');
    await retry(BUSY, async () => {
      const { rfDevices } = await situationOf(unit);
      const device = rfDevices.find((one) => one.zone === Zone && one.RFCode === RFCode && !isWanted(one));
      if (!device)
        throw new AppError('NOT_FOUND', 'There is no such deletion any more. Please look at the accessories again');
      await put(scope, unit, { Zone, device: entryOf(device), moveFrom }, 'restore accessory', now);
    });
  },
};

interface Putting {
  Zone: number;
  device: Omit<AccessoryEntry, 'changedAt' | 'deleted'>;
  moveFrom: string | undefined;
}

/** One try to put a device into a zone that is free. */
async function put(
  scope: Scope,
  unit: UnitRecord,
  { Zone, device, moveFrom }: Putting,
  action: 'add accessory' | 'restore accessory',
  now: number,
): Promise<void> {
  const { SerialNumber, RFCode = '' } = device;
  const held = SerialNumber === '' ? undefined : await holderOf(rfKey(SerialNumber));
  const other = held && requireMovable(scope, unit, held, moveFrom);
  const situation = await situationOf(unit);
  requireFreeZone(situation, Zone);
  const same = situation.rfDevices.find((one) => isWanted(one) && one.RFCode === RFCode);
  if (same) throw new AppError('CONFLICT', `Zone ${same.zone} of this unit has this RF code already`);
  const name = rfName(Zone);
  const shown = { SerialNumber: SerialNumber || RFCode, RFCode, zone: Zone, Type: device.Type ?? '' };
  const { UnitSerNum } = unit;
  const added: UnitChange = {
    situation,
    entries: { [name]: { ...device, changedAt: instant(now) } },
    audit: other
      ? { action: 'move accessory in', after: { ...shown, unit: nameOfUnit(other, unit) } }
      : { action, after: shown },
  };
  const left = other && (await leaving(other, held!.stored!.name, device, unit, now));
  await writeChanges(
    scope,
    {
      changes: [added, ...(left ? [left.change] : [])],
      holder: held && { held, to: { UnitSerNum, name } },
      leaves: left ? [left.leaves] : [],
    },
    now,
  );
}

function requireFreeZone({ rfDevices }: Situation, zone: number): void {
  const there = rfDevices.find((one) => one.zone === zone && isWanted(one));
  if (there) throw new AppError('CONFLICT', `Zone ${zone} has the accessory ${called(there)} already`);
}

/** The device that the person saw in the zone; NOT_FOUND if somebody changed that meanwhile. */
function deviceAt({ rfDevices }: Situation, { Zone, RFCode }: Seen): MappedDevice {
  const device = rfDevices.find((one) => one.zone === Zone && one.RFCode === RFCode && isWanted(one));
  if (!device) throw gone();
  return device;
}

/** A device without a known serial number is called by its RF code. */
const called = ({ SerialNumber, RFCode }: Pick<MappedDevice, 'SerialNumber' | 'RFCode'>) => SerialNumber || RFCode;
const shownOf = ({ zone, RFCode, Type = '', ...device }: MappedDevice) => ({
  ...{ SerialNumber: called({ ...device, RFCode }), RFCode, zone, Type },
});
const invalid = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);
