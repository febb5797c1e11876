import type { z } from 'zod';
import { hasRf, shownType } from '#core/accessories/accessory.ts';
import type { accessories } from '#core/accessories/contract.ts';
import type { FormerAccessory } from '#core/accessories/device.ts';
import { isBluetooth, isRf, macOf, rfName, zoneOf } from '#core/accessories/entry.ts';
import { rfMap } from '#core/accessories/rf-map.ts';
import { entryStatus, isPending, rfStatus } from '#core/accessories/status.ts';
import { zoneArrayLengthOf } from '#core/monitoring-centers/center.ts';
import type { Scope } from '#core/scope.ts';
import { settingStates } from '#core/unit-configuration/reported.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { historyBegin } from '../history/visible.ts';
import { centersOf } from '../monitoring-centers/centers-of-dealers.ts';
import { comparedOf } from '../unit-configuration/shown.ts';
import { readingsOf } from './changes.ts';
import { FormerAccessoryEntity } from './entities.ts';
import { visibleHolders } from './holders.ts';
import { stockStore } from './stock.ts';
import { zoneNameStore } from './zone-names.ts';

type Shown<Name extends 'rfDevices' | 'bluetoothDevices'> = z.input<(typeof accessories)[Name]['output']>;

const MOST_FORMER = 50;

/** The RF devices of a unit with what the unit has done with them, and the accessories that it had. */
export async function shownRfDevices(scope: Scope, unit: UnitRecord): Promise<Shown<'rfDevices'>> {
  const { UnitSerNum } = unit;
  const [{ draft, facts }, centers, readings, names, former] = await Promise.all([
    comparedOf(unit),
    centersOf(unit),
    readingsOf(unit),
    zoneNameStore.ofUnit(unit),
    formerAccessories(scope, unit),
  ]);
  const states = settingStates(facts);
  const map = rfMap(draft.layers.accessories ?? {}, readings);
  const stock = await stockStore.findMany(
    map.flatMap(({ entry, SerialNumber }) => (entry || SerialNumber === '' ? [] : [SerialNumber])),
  );
  const devices = map.flatMap((device) => {
    const { zone, SerialNumber, RFCode, reading } = device;
    const setting = states.get(rfName(zone));
    const UpdateStatusName = rfStatus(device, setting?.state);
    if (!UpdateStatusName) return [];
    const listed = stock.get(SerialNumber);
    const ManufacturedDate = device.ManufacturedDate ?? listed?.ManufacturedDate;
    return [
      {
        ...{ Zone: zone, ZoneName: names.get(zone) ?? '', SerialNumber, RFCode, UpdateStatusName },
        Type: device.Type ?? shownType(listed?.Type ?? ''),
        ...(ManufacturedDate !== undefined && { ManufacturedDate }),
        ...(UpdateStatusName === 'Refused' && setting?.error && { error: setting.error }),
        batteryLow: reading?.batteryLow ?? false,
        missing: reading?.state === 'missing',
        ...(reading && { reportedAt: reading.at }),
      },
    ];
  });
  return {
    UnitSerNum,
    hasRf: hasRf(unit.UnitModel),
    zoneArrayLength: zoneArrayLengthOf(centers.map(({ protocol }) => protocol)),
    synced: !devices.some(({ UpdateStatusName }) => isPending(UpdateStatusName)),
    takesConfiguration: facts.told !== undefined,
    devices,
    zoneNames: [...names].map(([Zone, ZoneName]) => ({ Zone, ZoneName })),
    former,
  };
}

/** The Bluetooth devices of a unit with what the unit has done with them. */
export async function shownBluetoothDevices(unit: UnitRecord): Promise<Shown<'bluetoothDevices'>> {
  const { draft, facts } = await comparedOf(unit);
  const states = settingStates(facts);
  const devices = Object.entries(draft.layers.accessories ?? {}).flatMap(([name, entry]) => {
    if (!isBluetooth(name)) return [];
    const setting = states.get(name);
    const UpdateStatusName = entryStatus(entry, setting?.state);
    if (!UpdateStatusName) return [];
    return [
      {
        ...{ SerialNumber: entry.SerialNumber, MacAddress: macOf(name), UpdateStatusName },
        ...(UpdateStatusName === 'Refused' && setting?.error && { error: setting.error }),
      },
    ];
  });
  return {
    UnitSerNum: unit.UnitSerNum,
    synced: !devices.some(({ UpdateStatusName }) => isPending(UpdateStatusName)),
    devices,
  };
}

/** The accessories that left the unit while it belonged to dealers that the person may see, and where each is now. */
async function formerAccessories(scope: Scope, unit: UnitRecord): Promise<FormerAccessory[]> {
  const { UnitSerNum } = unit;
  const [begin, { data }] = await Promise.all([
    historyBegin(scope, unit),
    FormerAccessoryEntity.query.byUnit({ UnitSerNum }).go({ order: 'desc', limit: MOST_FORMER }),
  ]);
  const latest = new Map(
    data
      .filter(({ leftAt }) => begin === undefined || leftAt >= begin)
      .reverse()
      .map((one) => [one.accessory, one]),
  );
  const holders = await visibleHolders(scope, [...latest.keys()]);
  return [...latest.values()]
    .filter(({ accessory }) => holders.get(accessory)?.UnitSerNum !== UnitSerNum)
    .sort((one, other) => (one.leftAt < other.leftAt ? 1 : -1))
    .map(({ accessory, name, SerialNumber, Type, leftAt }) => {
      const heldBy = holders.get(accessory);
      return {
        ...{ SerialNumber, Type, leftAt },
        ...(isRf(name) && { Zone: zoneOf(name) }),
        ...(heldBy && { heldBy }),
      };
    });
}
