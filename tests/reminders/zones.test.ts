import { describe, expect, it } from 'vitest';
import { inZone } from '#core/time-zones.ts';

describe('a local time', () => {
  it.each([
    ['2026-11-21T09:30', 'America/Denver', '2026-11-21T16:30:00.000Z'],
    ['2026-07-21T09:30', 'America/Denver', '2026-07-21T15:30:00.000Z'],
    ['2026-07-21T09:30', 'America/Phoenix', '2026-07-21T16:30:00.000Z'],
    ['2026-11-21T20:00', 'Pacific/Honolulu', '2026-11-22T06:00:00.000Z'],
    ['2026-11-21T09:30:45', 'America/New_York', '2026-11-21T14:30:00.000Z'],
    ['2026-12-31T23:59', 'America/St_Johns', '2027-01-01T03:29:00.000Z'],
    ['2026-11-21T00:00', 'UTC', '2026-11-21T00:00:00.000Z'],
    // The days on which clocks change, directly before and after the change.
    ['2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01T00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
    ['2026-11-01T02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
  ])('%s in %s is %s [P2-V03]', (local, zone, utc) => {
    expect(inZone(local, zone).toISOString()).toBe(utc);
  });

  it('in the skipped hour is in a neighbouring hour', () => {
    const skipped = inZone('2026-03-08T02:30', 'America/New_York').toISOString();
    expect(['2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z']).toContain(skipped);
  });

  it('in the repeated hour is one of the two', () => {
    const repeated = inZone('2026-11-01T01:30', 'America/New_York').toISOString();
    expect(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']).toContain(repeated);
  });
});
