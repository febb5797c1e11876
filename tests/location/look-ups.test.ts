import { GeoPlacesClient } from '@aws-sdk/client-geo-places';
import { IoTWirelessClient } from '@aws-sdk/client-iot-wireless';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awsLocation } from '#adapters/location/aws-location.ts';
import type { LocationService } from '#adapters/location/location.ts';
import { MAX_LOOK_UPS } from '#core/location/breadcrumb.ts';
import type { LoggedLocation } from '#data/location/location-log.ts';
import { breadcrumbsOf } from '#functions/location/breadcrumbs.ts';
import { localClient } from '#local/aws.ts';
import type { Running } from '#local/http.ts';
import { PLACES } from '#local/location/places.ts';
import { startLocation } from '#local/location/start.ts';

const SEATTLE = PLACES.find(({ locality }) => locality === 'Seattle')!;
const [Longitude, Latitude] = SEATTLE.position;

const at = (id: number, given: Partial<LoggedLocation>): LoggedLocation => ({
  id: String(id),
  timeStamp: '2026-11-21T09:30:00.000Z',
  LocationType: 'GPS',
  accessPoints: [],
  cells: [],
  ...given,
});

describe('breadcrumbs', () => {
  const aService = (addressOf: LocationService['addressOf']): LocationService => ({
    byAccessPoints: vi.fn(async () => ({ Latitude, Longitude })),
    byCells: vi.fn(async () => undefined),
    addressOf: vi.fn(addressOf),
  });

  it('share the look-ups of the same networks and of the same place', async () => {
    const service = aService(async () => 'Somewhere');
    const accessPoints = [{ mac: 'AA:BB:CC:DD:EE:FF', rssi: -50 }];
    const found = await breadcrumbsOf(service, [
      at(1, { Latitude, Longitude }),
      at(2, { Latitude: Latitude + 0.000_01, Longitude }),
      at(3, { accessPoints }),
      at(4, { accessPoints }),
    ]);
    expect(found.map(({ formattedAddress }) => formattedAddress)).toEqual(Array(4).fill('Somewhere'));
    expect(service.addressOf).toHaveBeenCalledTimes(1);
    expect(service.byAccessPoints).toHaveBeenCalledTimes(1);
  });

  it('make a bounded number of look-ups, ten at a time', async () => {
    let running = 0;
    let most = 0;
    const service = aService(async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return 'Somewhere';
    });
    const many = Array.from({ length: MAX_LOOK_UPS + 50 }, (_, index) =>
      at(index, { Latitude: index / 10, Longitude: 0 }),
    );
    const found = await breadcrumbsOf(service, many);
    expect(service.addressOf).toHaveBeenCalledTimes(MAX_LOOK_UPS);
    expect(most).toBeLessThanOrEqual(10);
    expect(found.at(-1)).toMatchObject({ Latitude: (MAX_LOOK_UPS + 49) / 10, formattedAddress: '' });
  });

  it('keep what the unit reported if the service does not answer', async () => {
    const service = aService(() => Promise.reject(new Error('It does not answer')));
    const [found] = await breadcrumbsOf(service, [at(1, { Latitude, Longitude })]);
    expect(found).toMatchObject({ Latitude, Longitude, formattedAddress: '' });
  });
});

describe('the location services of AWS', () => {
  let standIn: Running;
  let service: LocationService;
  beforeAll(async () => {
    standIn = await startLocation({ port: 0 });
    const once = { maxAttempts: 1 };
    service = awsLocation(
      new IoTWirelessClient({ ...localClient(standIn.url), ...once }),
      new GeoPlacesClient({ ...localClient(standIn.url), ...once }),
    );
  });
  afterAll(() => standIn.close());

  it('find access points, cells and addresses', async () => {
    const accessPoints = SEATTLE.accessPoints.map(({ mac }) => ({ mac, rssi: -50 }));
    expect(await service.byAccessPoints(accessPoints)).toMatchObject({ accuracyMeters: 25 });
    const cells = SEATTLE.cells.map(({ mcc, mnc, eutranCid: cellId }) => ({ mcc, mnc, cellId }));
    expect(await service.byCells(cells)).toMatchObject({ accuracyMeters: 1200 });
    expect(await service.addressOf({ Latitude, Longitude })).toContain('Seattle');
  });

  it('know nothing of unknown and of impossible networks, nor of the sea', async () => {
    expect(await service.byAccessPoints([{ mac: 'AA:BB:CC:DD:EE:FF', rssi: -50 }])).toBeUndefined();
    expect(await service.byCells([{ mcc: 1, mnc: 410, cellId: 1 }])).toBeUndefined();
    expect(await service.addressOf({ Latitude: 0, Longitude: 0 })).toBeUndefined();
  });

  it('that do not answer are unavailable', async () => {
    const gone = localClient('http://127.0.0.1:1');
    const broken = awsLocation(
      new IoTWirelessClient({ ...gone, maxAttempts: 1 }),
      new GeoPlacesClient({ ...gone, maxAttempts: 1 }),
    );
    await expect(broken.addressOf({ Latitude, Longitude })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(broken.byAccessPoints([{ mac: 'AA:BB:CC:DD:EE:FF', rssi: -50 }])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});
