import { describe, expect, it } from 'vitest';
import { location } from '#core/location/contract.ts';
import { lookUpOf } from '#core/location/look-up.ts';
import { DEFAULT_ZOOM, mapAddress, placeInFragment } from '#core/location/map-address.ts';
import { networksKey } from '#core/location/measured.ts';
import { LOCATIONS_KEPT_MS, reportedLocationOf } from '#core/location/reported-location.ts';
import { instant, MINUTE } from '#core/time.ts';
import type { LocationReport } from '#core/unit-messages/wearable-reports.ts';

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const SEATTLE = { latitude: 47.6038, longitude: -122.33, accuracyMeters: 12 };
const report = (given: Partial<LocationReport>): LocationReport => ({
  type: 'location',
  MessageTime: NOW,
  reportType: 'Update',
  locationType: 'GPS',
  accessPoints: [],
  cells: [],
  ...given,
});
const HOME = [{ mac: '02:57:4B:00:03:01', rssi: -40 }];

describe('the location in a report', () => {
  it('has the type of the report, one of five, and the time of the fix [P2-E50]', () => {
    for (const locationType of ['GPS', 'OldGPS', 'Wi-Fi', 'Home GPS', 'Home Wi-Fi'] as const)
      expect(reportedLocationOf(report({ ...SEATTLE, locationType, gpsTimeStamp: NOW - 9 * MINUTE }))).toMatchObject({
        LocationType: locationType,
        timeStamp: instant(NOW - 9 * MINUTE),
        Latitude: 47.6038,
        Longitude: -122.33,
        accuracyMeters: 12,
      });
  });

  it('is old if its fix is, whatever the unit calls it', () => {
    expect(reportedLocationOf(report({ ...SEATTLE, gpsTimeStamp: NOW - 11 * MINUTE }))?.LocationType).toBe('OldGPS');
  });

  it.each(['Wi-Fi', 'Home GPS', 'Home Wi-Fi'] as const)('keeps the type %s, however old its fix is', (locationType) => {
    const old = report({ ...SEATTLE, locationType, gpsTimeStamp: NOW - 11 * MINUTE });
    expect(reportedLocationOf(old)?.LocationType).toBe(locationType);
  });

  it.each([
    ['later than the report', NOW + 1],
    ['older than the log', NOW - LOCATIONS_KEPT_MS],
  ])('has the time of the report if the fix is %s', (_, gpsTimeStamp) => {
    expect(reportedLocationOf(report({ ...SEATTLE, gpsTimeStamp }))?.timeStamp).toBe(instant(NOW));
  });

  it('is the networks without coordinates, and nothing without both', () => {
    expect(reportedLocationOf(report({ locationType: 'Home Wi-Fi', accessPoints: HOME }))).toEqual({
      timeStamp: instant(NOW),
      LocationType: 'Home Wi-Fi',
      accessPoints: HOME,
      cells: [],
    });
    expect(reportedLocationOf(report({}))).toBeUndefined();
  });

  it('is also that of an event with coordinates', () => {
    const event = { type: 'event', MessageTime: NOW, EventCode: 101 } as const;
    expect(reportedLocationOf({ ...event, ...SEATTLE })).toMatchObject({ LocationType: 'GPS', Latitude: 47.6038 });
    expect(reportedLocationOf(event)).toBeUndefined();
  });
});

describe('the address of a map', () => {
  it('opens at zoom 16, with the place in the part that browsers do not send [P2-K54 P3-K52]', () => {
    expect(DEFAULT_ZOOM).toBe(16);
    const address = mapAddress({ Latitude: 47.6038, Longitude: -122.33 });
    expect(address).toBe('/map#16/47.6038/-122.33');
    expect(new URL(address, 'http://portal.example').search).toBe('');
    expect(placeInFragment('#16/47.6038/-122.33')).toEqual({ zoom: 16, Latitude: 47.6038, Longitude: -122.33 });
  });

  it.each(['', '#', '#16', '#16/91/0', '#16/0/181', '#16/x/0', '#16/1e1/0'])('is no place in %j', (fragment) => {
    expect(placeInFragment(fragment)).toBeUndefined();
  });

  it.each([
    ['#23/47.6038/-122.33', 22],
    ['#22/47.6038/-122.33', 22],
    ['#-1/47.6038/-122.33', 0],
  ])('has a zoom that the map can show: %s', (fragment, zoom) => {
    expect(placeInFragment(fragment)?.zoom).toBe(zoom);
  });
});

describe('the input of the location history', () => {
  const parse = (given: object) => location.breadcrumb.input.safeParse({ unit: 'ab12cd', ...given });
  const days = { startDate: '2026-11-01', endDate: '2026-11-21', dateOffset: 300 };

  it('takes the unit in capitals [P3-V08]', () => {
    expect(parse(days).data).toMatchObject({ unit: 'AB12CD', dateOffset: 300 });
  });

  it.each([{ ...days, startDate: 'x' }, { ...days, endDate: '2026-02-30' }, { startDate: '2026-11-01' }])(
    'refuses an invalid date %j',
    (given) => {
      expect(parse(given).error?.issues.map(({ message }) => message)).toContain('Enter a date, such as 2026-11-21');
    },
  );
});

it('access points need a signal each, and a cell must be able to exist', () => {
  const macAddresses = ['02:57:4B:00:03:01'];
  expect(location.wifi.input.safeParse({ macAddresses, signals: [-40] }).success).toBe(true);
  expect(location.wifi.input.safeParse({ macAddresses, signals: [] }).success).toBe(false);
  expect(location.wifi.input.safeParse({ macAddresses: ['x'], signals: [-40] }).success).toBe(false);
  expect(location.cellID.input.safeParse({ mcc: 310, mnc: 410, cellId: 2 ** 28 }).success).toBe(false);
});

it('reports share a look-up only if they received the same networks equally well', () => {
  const [home] = HOME;
  const key = (rssi: number) => networksKey({ accessPoints: [{ ...home!, rssi }], cells: [] });
  expect(key(-40)).toBe(key(-40));
  expect(key(-40)).not.toBe(key(-80));
});

describe('the look-up of a report', () => {
  const cells = [
    { mcc: 1, mnc: 1, cellId: 1 },
    { mcc: 310, mnc: 410, tac: 5, cellId: 7_000_001 },
  ];

  it('takes its coordinates, else its access points, else its first cell that can exist', () => {
    const report = { latitude: 47.6, longitude: -122.33, accessPoints: HOME, cells };
    expect(lookUpOf(report)).toEqual({ by: 'coordinates', input: { Latitude: 47.6, Longitude: -122.33 } });
    expect(lookUpOf({ accessPoints: HOME, cells })).toEqual({
      by: 'wifi',
      input: { macAddresses: ['02:57:4B:00:03:01'], signals: [-40] },
    });
    expect(lookUpOf({ accessPoints: [], cells })).toEqual({
      by: 'cellID',
      input: { mcc: 310, mnc: 410, cellId: 7_000_001 },
    });
  });

  it('does not exist for a report that tells no place', () => {
    expect(lookUpOf({ EventCode: 101 })).toBeUndefined();
    expect(lookUpOf({ accessPoints: [], cells: [cells[0]] })).toBeUndefined();
  });
});
