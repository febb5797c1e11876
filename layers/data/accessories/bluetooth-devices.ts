import { MAX_BLUETOOTH } from '#core/accessories/accessory.ts';
import { type AccessoryEntries, type AccessoryEntry, bluetoothName, isBluetooth } from '#core/accessories/entry.ts';
import { entryStatus } from '#core/accessories/status.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { settingStates } from '#core/unit-configuration/reported.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { retry } from '../kit/change.ts';
import { comparedOf } from '../unit-configuration/shown.ts';
import { BUSY, situationOf, type UnitChange, writeChanges } from './changes.ts';
import { leaving, nameOfUnit, requireMovable } from './claims.ts';
import { accessoryKey, holderOf } from './holders.ts';

const missing = () =>
  new AppError('NOT_FOUND', 'The unit has no such Bluetooth device any more. Please look at the accessories again');

interface Device {
  SerialNumber: string;
  MacAddress: string;
}

export const bluetoothDeviceStore = {
  /** Adds a device, or changes the serial number of one that the unit has. With `moveFrom` it leaves that unit. */
  save(scope: Scope, unit: UnitRecord, device: Device, moveFrom: string | undefined, now: number): Promise<void> {
    return retry(BUSY, async () => {
      const name = bluetoothName(device.MacAddress);
      const { entries } = await situationOf(unit);
      const stored = entries[name];
      if (stored && !stored.deleted) await edit(scope, unit, device, now);
      else await put(scope, unit, device, moveFrom, 'add accessory', now);
    });
  },

  /** Deletes a device. The unit has it until it has reported the change. */
  remove(scope: Scope, unit: UnitRecord, MacAddress: string, now: number): Promise<void> {
    return retry(BUSY, async () => {
      const name = bluetoothName(MacAddress);
      const held = await holderOf(accessoryKey(name, '')!);
      const situation = await situationOf(unit);
      const stored = situation.entries[name];
      if (!stored || stored.deleted) throw missing();
      const { SerialNumber } = stored;
      const { UnitSerNum } = unit;
      const deleted: UnitChange = {
        situation,
        entries: { [name]: { ...stored, changedAt: instant(now), deleted: true } },
        audit: { action: 'delete accessory', before: { SerialNumber, MacAddress } },
      };
      const holder = held.stored?.UnitSerNum === UnitSerNum ? { held, to: undefined } : undefined;
      await writeChanges(scope, { changes: [deleted], holder, leaves: [{ UnitSerNum, name, SerialNumber }] }, now);
    });
  },

  /** Takes back a deletion. With `moveFrom` the device leaves the unit that has got it meanwhile. */
  restore(
    scope: Scope,
    unit: UnitRecord,
    MacAddress: string,
    moveFrom: string | undefined,
    now: number,
  ): Promise<void> {
    return retry(BUSY, async () => {
      const { entries } = await situationOf(unit);
      const stored = entries[bluetoothName(MacAddress)];
      if (!stored?.deleted)
        throw new AppError('NOT_FOUND', 'There is no such deletion any more. Please look at the accessories again');
      const { SerialNumber } = stored;
      await put(scope, unit, { SerialNumber, MacAddress }, moveFrom, 'restore accessory', now);
    });
  },
};

async function put(
  scope: Scope,
  unit: UnitRecord,
  { SerialNumber, MacAddress }: Device,
  moveFrom: string | undefined,
  action: 'add accessory' | 'restore accessory',
  now: number,
): Promise<void> {
  const name = bluetoothName(MacAddress);
  const held = await holderOf(accessoryKey(name, '')!);
  const other = requireMovable(scope, unit, held, moveFrom);
  const situation = await situationOf(unit);
  const dropped = await settledDeletions(unit);
  requireRoom(situation.entries, name);
  const shown = { SerialNumber, MacAddress };
  const { UnitSerNum } = unit;
  const added: UnitChange = {
    situation,
    entries: { ...dropped, [name]: { SerialNumber, changedAt: instant(now) } },
    audit: other
      ? { action: 'move accessory in', after: { ...shown, unit: nameOfUnit(other, unit) } }
      : { action, after: shown },
  };
  const left = other && (await leaving(other, name, { SerialNumber }, unit, now));
  await writeChanges(
    scope,
    {
      changes: [added, ...(left ? [left.change] : [])],
      holder: { held, to: { UnitSerNum, name } },
      leaves: left ? [left.leaves] : [],
    },
    now,
  );
}

async function edit(scope: Scope, unit: UnitRecord, { SerialNumber, MacAddress }: Device, now: number): Promise<void> {
  const name = bluetoothName(MacAddress);
  const situation = await situationOf(unit);
  const stored = situation.entries[name];
  if (!stored || stored.deleted) throw missing();
  if (stored.SerialNumber === SerialNumber) return;
  const entry: AccessoryEntry = { SerialNumber, changedAt: instant(now) };
  const audit = {
    action: 'edit accessory',
    before: { SerialNumber: stored.SerialNumber, MacAddress },
    after: { SerialNumber, MacAddress },
  } as const;
  await writeChanges(scope, { changes: [{ situation, entries: { [name]: entry }, audit }] }, now);
}

function requireRoom(entries: AccessoryEntries, name: string): void {
  const others = Object.entries(entries).filter(([one, { deleted }]) => isBluetooth(one) && one !== name && !deleted);
  if (others.length >= MAX_BLUETOOTH)
    throw new AppError('TOO_LARGE', `A unit can have at most ${MAX_BLUETOOTH} Bluetooth devices`);
}

/** The deleted devices that the unit has reported to have no longer: the configuration need not name them any more. */
async function settledDeletions(unit: UnitRecord): Promise<Record<string, undefined>> {
  const { draft, facts } = await comparedOf(unit);
  const states = settingStates(facts);
  const settled = Object.entries(draft.layers.accessories ?? {}).filter(
    ([name, entry]) => isBluetooth(name) && entryStatus(entry, states.get(name)?.state) === undefined,
  );
  return Object.fromEntries(settled.map(([name]) => [name, undefined]));
}
