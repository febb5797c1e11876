import { describe, expect, it } from 'vitest';
import { parsedMessage } from '#core/consoles/parsed-message.ts';
import { recentPingOf } from '#core/consoles/recent-ping.ts';
import { instant, MINUTE } from '#core/time.ts';
import { OPERATIONS, REPORT_TYPES } from '#core/unit-messages/wearable-reports.ts';
import { aLocation } from './console-driver.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const SEATTLE = { latitude: 47.6038, longitude: -122.33 };
const MAP = '/map#16/47.6038/-122.33';
const HOME = [{ mac: '02:57:4B:00:03:01', rssi: -40 }];
const location = (given: Parameters<typeof aLocation>[0] = {}) =>
  parsedMessage(aLocation({ MessageTime: NOW, ...given }));

describe('the parsed message of a wearable', () => {
  it('has maps, time and age of the fix, report type, access points and the latitude of the home [P2-E46]', () => {
    const gpsTimeStamp = NOW - 20 * MINUTE;
    expect(location({ ...SEATTLE, locationType: 'Home GPS', gpsTimeStamp, accessPoints: HOME })).toEqual({
      type: 'location',
      MessageTime: instant(NOW),
      locationURL: MAP,
      locationURLGPS: MAP,
      gpsTimeStamp: instant(gpsTimeStamp),
      oldLocation: false,
      'Report Type': 'Real Time',
      'AP Numbers': 1,
      'Home Lat': 47.6038,
    });
    for (const operation of OPERATIONS)
      expect(parsedMessage({ type: 'operation', MessageTime: NOW, operation, accessPoints: HOME })).toEqual({
        type: 'operation',
        MessageTime: instant(NOW),
        Operation: operation,
        'AP Numbers': 1,
      });
  });

  it('says that a stale fix is old, and that Wi-Fi is no satellite', () => {
    expect(location({ ...SEATTLE, gpsTimeStamp: NOW - 11 * MINUTE }).oldLocation).toBe(true);
    expect(location({ ...SEATTLE, gpsTimeStamp: NOW - 9 * MINUTE }).oldLocation).toBe(false);
    const wifi = location({ ...SEATTLE, locationType: 'Wi-Fi' });
    expect(wifi.locationURL).toBe(MAP);
    expect(wifi).not.toHaveProperty('locationURLGPS');
    expect(wifi).not.toHaveProperty('Home Lat');
    for (const given of [{ accessPoints: HOME }, { latitude: 47.6038 }, { longitude: -122.33 }])
      expect(location(given)).not.toHaveProperty('locationURL');
  });

  it('has the report type Update, or another that the unit gives [P2-E47]', () => {
    for (const reportType of [...REPORT_TYPES, 'unknown 9'] as const)
      expect(location({ reportType: reportType as never })['Report Type']).toBe(reportType);
    expect(REPORT_TYPES[0]).toBe('Update');
  });
});

it('the recent ping has power, reason, both times and the steps of today [P2-E14]', () => {
  for (const acPower of [0, 1] as const)
    expect(
      recentPingOf(
        {
          type: 'ping',
          MessageTime: NOW,
          pingReason: 'Event',
          lowPower: true,
          acPower,
          stepsToday: 4_210,
          chargedPercent: 12,
          bars: 4,
          lte: true,
        },
        NOW + 1_500,
      ),
    ).toEqual({
      lowPower: true,
      acPower,
      pingReason: 'Event',
      MessageTime: instant(NOW),
      lastPingTime: instant(NOW + 1_500),
      'Step today': 4_210,
    });
});
