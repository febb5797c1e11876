import { describe, expect, it, test } from 'vitest';
import { inZone, wallClock } from '#core/time-zones.ts';
import { zoneName, zoneOptions } from '#web/shared/reminders/time-zones.ts';
import { defaultTime, isAhead } from '#web/shared/reminders/wall-clock.ts';

const NOW = Date.UTC(2026, 10, 21, 16, 30, 20);

describe('the time of a reminder', () => {
  test.each([
    ['America/Denver', '2026-11-21T09:30'],
    ['America/St_Johns', '2026-11-21T13:00'],
    ['Pacific/Honolulu', '2026-11-21T06:30'],
    ['UTC', '2026-11-21T16:30'],
  ])('in local time of %s is %s', (zone, expected) => {
    expect(wallClock(NOW, zone)).toBe(expected);
    expect(inZone(expected, zone).getTime()).toBe(Date.UTC(2026, 10, 21, 16, 30));
  });

  it('shows midnight as 00', () => {
    expect(wallClock(Date.UTC(2026, 0, 2), 'UTC')).toBe('2026-01-02T00:00');
  });

  it('is at least 5 minutes ahead by default [P2-V04 P2-K55]', () => {
    const time = defaultTime(NOW, 'America/Chicago');
    expect(time).toBe('2026-11-21T10:36');
    expect(inZone(time, 'America/Chicago').getTime() - NOW).toBeGreaterThanOrEqual(5 * 60_000);
  });

  it('is compared with the clock of the chosen zone [P2-V03]', () => {
    expect(isAhead('2026-11-21T09:31', 'America/Denver', NOW)).toBe(true);
    expect(isAhead('2026-11-21T09:31', 'America/Chicago', NOW)).toBe(false);
    expect(isAhead('2026-11-21T09:30', 'America/Denver', NOW)).toBe(false);
  });
});

describe('the zones', () => {
  it('start with the seven common ones, before other zones of the US and Canada [P1-K15 P1-K16]', () => {
    expect(
      zoneOptions('America/Denver')
        .slice(0, 7)
        .map(({ label }) => label),
    ).toEqual(['Eastern', 'Central', 'Mountain', 'Pacific', 'Alaska', 'Hawaii', 'Arizona']);
    const others = zoneOptions('America/Denver').slice(7);
    for (const place of [
      'Newfoundland',
      'Atlantic, Halifax',
      'Central, Regina',
      'Mountain, Boise',
      'Pacific, Vancouver',
    ])
      expect(others.map(({ label }) => label)).toContain(place);
  });

  it('are all supported by the browser, each once', () => {
    const values = zoneOptions('UTC').map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    for (const timeZone of values) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  it("contain the user's own zone", () => {
    expect(zoneOptions('Europe/Zurich').at(-1)).toMatchObject({ value: 'Europe/Zurich', label: 'Here, Zurich' });
    expect(zoneOptions('America/Phoenix').filter(({ value }) => value === 'America/Phoenix')).toHaveLength(1);
    expect(zoneName('America/Denver')).toBe('Mountain');
    expect(zoneName('Europe/Zurich')).toBe('Zurich');
  });
});
