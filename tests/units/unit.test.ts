import { describe, expect, it } from 'vitest';
import { compareFirmware, firmwareKey, isFirmwareAbove } from '#core/units/firmware.ts';
import { fieldsFor, normalizeSearch } from '#core/units/search.ts';
import { fullUnitID, SerialNumber, shownFirmware, UNIT_MODELS, Unit, UnitModel } from '#core/units/unit.ts';

describe('the models', () => {
  it('are these three [P2-K01 P3-K01 P1-E01]', () => {
    expect(UNIT_MODELS).toEqual(['MXD-LTE', 'myConnect', 'myConnect Air']);
    for (const other of ['mxd-lte', 'MyConnect', 'myConnectAir', 'myConnect  Air', ''])
      expect(UnitModel.safeParse(other).success).toBe(false);
  });
});

describe('a unit', () => {
  const fields = Unit.shape;

  it('has two SIM slots, and switches with 0 or 1 [P2-E04 P2-E05 P2-E06]', () => {
    for (const field of ['activeSimSlot', 'Report', 'BulkAction', 'AllowOTAUpdate'] as const) {
      expect([0, 1].every((value) => fields[field].safeParse(value).success)).toBe(true);
      for (const other of [2, -1, '1', true, null]) expect(fields[field].safeParse(other).success).toBe(false);
    }
  });

  it('has one of the five unit statuses', () => {
    for (const status of [5, 8, 9, 11, 33]) expect(fields.UnitStatus.safeParse(status).success).toBe(true);
    for (const status of [0, 6, 7, 10, 12, 34]) expect(fields.UnitStatus.safeParse(status).success).toBe(false);
  });

  it('is shown with its line ID if it has one [P1-E03]', () => {
    expect(fullUnitID({ UnitLineID: 'C1', UnitID: '4021' })).toBe('C1-4021');
    expect(fullUnitID({ UnitLineID: '', UnitID: '4021' })).toBe('4021');
  });

  it('has a serial number of six letters or digits in upper case [P2-K41 P3-K38 P3-V19]', () => {
    expect(SerialNumber.parse(' 4b7qzx ')).toBe('4B7QZX');
    for (const other of ['12345', '1234567', '12 456', '12345_', '１２３４５６', ''])
      expect(SerialNumber.safeParse(other).success).toBe(false);
  });
});

describe('a firmware version', () => {
  it('is shown without the text after an underscore [P2-E03]', () => {
    expect(shownFirmware('2.2.0.0.5_RC1_b')).toBe('2.2.0.0.5');
    expect(shownFirmware('2.2.0.0.5')).toBe('2.2.0.0.5');
    expect(shownFirmware('_x')).toBe('');
  });

  it.each([
    ['2.10', '2.9', 1],
    ['2.2.0.0.5', '2.2.0.0.3', 1],
    ['2.2', '2.2.0.0', 0],
    ['2.2.0.0.3_test', '2.2.0.0.3', 0],
    ['1.9.9', '2.0', -1],
    ['', '0.0.1', -1],
    ['423137', '4.2.31.3.7', 0],
    ['423136', '4.2.31.3.7', -1],
    ['4231310', '423137', 1],
    ['43000', '4.2.31.3.9', 1],
  ])('%s against %s [P2-V45]', (left, right, sign) => {
    expect(Math.sign(compareFirmware(left, right))).toBe(sign);
    expect(Math.sign(compareFirmware(right, left))).toBe(sign === 0 ? 0 : -sign);
    expect(isFirmwareAbove(left, right)).toBe(sign > 0);
    // Keys of an index continue with a number sign.
    const [one, other] = [`${firmwareKey(left)}#`, `${firmwareKey(right)}#`];
    expect(one === other ? 0 : one < other ? -1 : 1).toBe(sign);
  });
});

describe('a search text', () => {
  it.each([
    ['UnitSerNum', ' 40 zb7q ', '40ZB7Q'],
    ['UnitID', 'c1-4021', 'C1-4021'],
    ['PhoneNumber', '+1 (801) 555-0142', '8015550142'],
    ['PhoneNumber', '801.555.0142', '8015550142'],
    ['ICCID', '8901 1700 0000', '890117000000'],
    ['IMEI', '35-000000-000220-0', '350000000002200'],
    ['IMEI', '!!', ''],
  ] as const)('of a %s is compared in one form [P2-V53]', (field, text, normal) => {
    expect(normalizeSearch(field, text)).toBe(normal);
  });

  it('is searched in the fields that it can match', () => {
    expect(fieldsFor('40zb')).toEqual(['UnitSerNum', 'UnitID']);
    expect(fieldsFor('123456')).toEqual(['UnitSerNum', 'UnitID']);
    expect(fieldsFor('1801555')).toEqual(['UnitSerNum', 'UnitID', 'PhoneNumber', 'IMEI', 'ICCID']);
    expect(fieldsFor('(801) 555-0142')).toContain('PhoneNumber');
    expect(fieldsFor('a;b')).toEqual([]);
    expect(fieldsFor('')).toEqual([]);
  });
});
