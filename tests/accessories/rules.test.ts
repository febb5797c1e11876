import { describe, expect, it } from 'vitest';
import {
  AccessorySerial,
  MacAddress,
  shownType,
  ZONE_ARRAY_LENGTH,
  Zone,
  zonesOf,
} from '#core/accessories/accessory.ts';
import { type AccessoryEntry, accessoryValues } from '#core/accessories/entry.ts';
import { HELD_ELSEWHERE, lookUpOf } from '#core/accessories/look-up.ts';
import { nextReading, overrules, rfMap, type ZoneReading } from '#core/accessories/rf-map.ts';
import { entryStatus, isPending, rfStatus } from '#core/accessories/status.ts';
import { desiredOf } from '#core/unit-configuration/configuration.ts';

const FOUND = { SerialNumber: 'P10000', RFCode: 'A1B2', Type: 'ASM-Pendant', ManufacturedDate: '2025-01-02' };
const EARLY = '2026-11-20T12:00:00.000Z';
const LATE = '2026-11-21T12:00:00.000Z';

describe('the zones of RF devices', () => {
  it('run from 1 to one below the length of the array: 1 to 255 [P2-V10]', () => {
    const zones = zonesOf(ZONE_ARRAY_LENGTH);
    expect([zones.length, zones[0], zones.at(-1)]).toEqual([255, 1, 255]);
    expect(zonesOf(5)).toEqual([1, 2, 3, 4]);
    for (const zone of zones) expect(Zone.safeParse(zone).success).toBe(true);
    for (const zone of [0, 256, -1, 1.5, 'x']) expect(Zone.safeParse(zone).success).toBe(false);
  });
});

describe('a look-up of a serial number', () => {
  it('says Not Found, with a warning [P2-V05 P2-V08]', () => {
    expect(lookUpOf('P1', undefined, undefined, 'stock list')).toEqual({
      outcome: 'Not Found',
      warnings: ['P1 is not in the stock list. Check the number on the back of the accessory'],
    });
  });

  it('finds a device whose RF code is 0000: it has no RF, with a warning [P2-V06 P2-V08]', () => {
    const answer = lookUpOf('P10000', { ...FOUND, RFCode: '0000' }, undefined, 'stock list');
    expect(answer).toMatchObject({
      outcome: 'No RF',
      device: { RFCode: '0000' },
      warnings: ['This device has no RF. It cannot be added to a zone'],
    });
  });

  it('finds a device with another RF code, and says who has it [P2-V07 P2-V08]', () => {
    expect(lookUpOf('P10000', FOUND, undefined, 'stock list')).toMatchObject({ outcome: 'Match', warnings: [] });
    const holder = { UnitSerNum: '400123', Zone: 3, since: EARLY };
    expect(lookUpOf('P10000', FOUND, holder, 'stock list')).toMatchObject({
      outcome: 'Match',
      warnings: ['This accessory is registered on unit 400123, zone 3'],
      heldBy: holder,
    });
    const hidden = lookUpOf('P10000', FOUND, 'hidden', 'stock list');
    expect([hidden.warnings, hidden.heldBy]).toEqual([[HELD_ELSEWHERE], undefined]);
  });

  it('leaves the prefix of the type out [P2-V09]', () => {
    expect(lookUpOf('P10000', FOUND, undefined, 'stock list').device?.Type).toBe('Pendant');
    expect(['ASM-Pendant', 'Pendant', 'MY-ASM-1', 'ASM-', 'asm-x'].map(shownType)).toEqual([
      ...['Pendant', 'Pendant', 'MY-ASM-1', '', 'asm-x'],
    ]);
  });
});

describe('what people enter', () => {
  it.each([
    ['a1b2c3d4e5f6', 'A1:B2:C3:D4:E5:F6'],
    ['A1-B2-C3-D4-E5-F6', 'A1:B2:C3:D4:E5:F6'],
    [' a1:b2:c3:d4:e5:f6 ', 'A1:B2:C3:D4:E5:F6'],
    ['a1b2c3d4e5', undefined],
    ['a1b2c3d4e5f6a7', undefined],
    ['g1b2c3d4e5f6', undefined],
    ['__proto__', undefined],
  ])('%j is the address %j', (given, address) => expect(MacAddress.safeParse(given).data).toBe(address));

  it.each(['', 'P', '../../x', 'P 1', "=HYPERLINK('x')", '-P12', 'P'.repeat(21), 'P\u0000A'])(
    '%j is no serial number of an accessory',
    (given) => expect(AccessorySerial.safeParse(given).success).toBe(false),
  );
});

describe('the status of a device', () => {
  it('is Pending or Pending Delete until the unit has reported the change, and both mark the unit as not synced [P2-S28 P2-S29]', () => {
    const states = ['waiting', 'forgotten', 'not sent', undefined] as const;
    for (const state of states) {
      expect(entryStatus({}, state)).toBe('Pending');
      expect(entryStatus({ deleted: true }, state)).toBe('Pending Delete');
    }
    expect(entryStatus({}, 'in sync')).toBe('Synced');
    expect(entryStatus({ deleted: true }, 'in sync')).toBeUndefined();
    expect(entryStatus({}, 'refused')).toBe('Refused');
    expect((['Pending', 'Pending Delete', 'Synced', 'Refused'] as const).map(isPending)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  const entry: AccessoryEntry = { SerialNumber: 'P1', RFCode: 'A1', changedAt: EARLY };
  const reading = (state: string, at: string): ZoneReading => ({ zone: 5, RFCode: 'A1', state, at });
  const device = { zone: 5, SerialNumber: 'P1', RFCode: 'A1' };

  it('is also what a unit that takes no configuration reports of the zone', () => {
    expect(rfStatus({ ...device, entry, reading: reading('added', LATE) }, 'waiting')).toBe('Synced');
    expect(rfStatus({ ...device, entry, reading: reading('heard', '2026-11-19T12:00:00.000Z') }, 'waiting')).toBe(
      'Pending',
    );
    const deleted = { ...entry, deleted: true } as const;
    expect(rfStatus({ ...device, entry: deleted, reading: reading('heard', LATE) }, 'waiting')).toBe('Pending Delete');
    expect(rfStatus({ ...device, entry: deleted, reading: reading('deleted', LATE) }, 'waiting')).toBeUndefined();
    expect(rfStatus({ ...device, reading: reading('added', LATE) }, undefined)).toBe('Synced');
  });
});

describe('the RF map of a unit', () => {
  const entries = {
    'rf:5': { SerialNumber: 'P5', RFCode: 'A5', changedAt: EARLY },
    'bt:0A:0B:0C:0D:0E:0F': { SerialNumber: 'B1', changedAt: EARLY },
  };
  const reading = (zone: number, RFCode: string, state = 'heard', more = {}): ZoneReading => ({
    ...{ zone, RFCode, state, at: LATE },
    ...more,
  });

  it('has the configured devices and those that were paired at the unit in other zones', () => {
    const map = rfMap(entries, [reading(2, 'B2', 'added', { SerialNumber: 'P2' }), reading(3, 'B3', 'deleted')]);
    expect(map.map(({ zone, RFCode, SerialNumber }) => [zone, RFCode, SerialNumber])).toEqual([
      [2, 'B2', 'P2'],
      [5, 'A5', 'P5'],
    ]);
  });

  it('takes the readings of the device that the portal wants, not of the one before it', () => {
    expect(rfMap(entries, [reading(5, 'B9', 'heard', { batteryLow: true })])[0]?.reading).toBeUndefined();
    expect(rfMap(entries, [reading(5, 'A5', 'heard', { batteryLow: true })])[0]?.reading?.batteryLow).toBe(true);
  });

  it('keeps what is known of a battery until the unit says otherwise, or has another accessory', () => {
    const low = nextReading(undefined, reading(5, 'A5', 'heard', { batteryLow: true, SerialNumber: 'P5' }));
    expect(nextReading(low, reading(5, 'A5', 'tested'))).toMatchObject({ batteryLow: true, SerialNumber: 'P5' });
    expect(nextReading(low, reading(5, 'A5', 'heard', { batteryLow: false })).batteryLow).toBe(false);
    expect(nextReading(low, reading(5, 'A5', 'added')).batteryLow).toBeUndefined();
    expect(nextReading(low, reading(5, 'A6', 'heard'))).toEqual(reading(5, 'A6', 'heard'));
  });

  const wanted: AccessoryEntry = entries['rf:5'];
  const deleted: AccessoryEntry = { ...wanted, deleted: true };
  it.each([
    ['another accessory was paired later', reading(5, 'B9', 'added'), wanted, true],
    ['it was paired again after its deletion', reading(5, 'A5', 'added'), deleted, true],
    ['it was deleted at the unit', reading(5, 'A5', 'deleted'), wanted, true],
    ['the unit confirms it', reading(5, 'A5', 'added'), wanted, false],
    ['the one before it is heard', reading(5, 'B9', 'heard'), wanted, false],
    ['the one before it was deleted', reading(5, 'B9', 'deleted'), wanted, false],
    ['the unit confirms the deletion', reading(5, 'A5', 'deleted'), deleted, false],
    ['the report is from before the change', { ...reading(5, 'B9', 'added'), at: EARLY }, wanted, false],
  ])('is decided at the unit or not: %s', (_, report, entry, expected) =>
    expect(overrules(report, entry)).toBe(expected),
  );
});

it('the configuration of a unit has its accessories, and an empty text for those that it should have no longer', () => {
  const accessories = {
    'rf:5': { SerialNumber: 'P5', RFCode: 'A5', changedAt: EARLY },
    'rf:6': { SerialNumber: '', RFCode: 'A6', changedAt: EARLY },
    'rf:7': { SerialNumber: 'P7', RFCode: 'A7', changedAt: EARLY, deleted: true },
    'bt:0A:0B:0C:0D:0E:0F': { SerialNumber: 'B1', changedAt: EARLY },
  } as const;
  expect(accessoryValues(accessories)).toEqual({
    ...{ 'rf:5': 'A5 P5', 'rf:6': 'A6', 'rf:7': '', 'bt:0A:0B:0C:0D:0E:0F': 'B1' },
  });
  const none = { Settings: {} };
  const desired = desiredOf({ profile: { Settings: { SpeakerVol: 5 } }, dealer: none, unit: none, accessories });
  expect(desired.get('rf:5')).toEqual({ value: 'A5 P5', source: 'unit' });
  expect(desired.get('SpeakerVol')).toEqual({ value: 5, source: 'profile' });
});
