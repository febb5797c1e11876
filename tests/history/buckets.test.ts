import { describe, expect, it } from 'vitest';
import { bucketSizeOf, bucketStarts, bucketsOf } from '#core/history/buckets.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';

const at = (time: string) => Date.parse(time);
const one = (time: string, kind = 'ping') => ({ start: at(time), counts: { [kind]: 1 } });

describe('the bars of a timeline', () => {
  it('are months for five years, days for a month and hours for a week and less', () => {
    expect(bucketSizeOf(5 * 365 * DAY)).toBe('month');
    expect(bucketSizeOf(31 * DAY)).toBe('day');
    expect(bucketSizeOf(7 * DAY)).toBe('hour');
    expect(bucketSizeOf(MINUTE)).toBe('hour');
  });

  it('are never more than 200', () => {
    const length = { month: 28 * DAY, day: DAY, hour: HOUR };
    for (let range = MINUTE; range < 15 * 365 * DAY; range *= 1.1)
      expect(range / length[bucketSizeOf(range)]).toBeLessThanOrEqual(200);
  });

  it('sum up the kinds of their hours', () => {
    const hours = [
      { start: at('2026-11-20T09:00:00Z'), counts: { ping: 2, event: 1 } },
      { start: at('2026-11-20T23:00:00Z'), counts: { ping: 3 } },
      { start: at('2026-11-21T00:00:00Z'), counts: { call: 1 } },
    ];
    expect(bucketsOf(hours, 'day', 'UTC')).toEqual([
      { start: '2026-11-20T00:00:00.000Z', counts: { ping: 5, event: 1 } },
      { start: '2026-11-21T00:00:00.000Z', counts: { call: 1 } },
    ]);
    expect(bucketsOf(hours, 'month', 'UTC')).toEqual([
      { start: '2026-11-01T00:00:00.000Z', counts: { ping: 5, event: 1, call: 1 } },
    ]);
    expect(bucketsOf(hours, 'hour', 'UTC').map(({ start }) => start)).toEqual([
      '2026-11-20T09:00:00.000Z',
      '2026-11-20T23:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ]);
  });

  it('are days and months of the zone, also when its clocks change', () => {
    const denver = (times: string[], size: 'day' | 'month') =>
      bucketsOf(
        times.map((time) => one(time)),
        size,
        'America/Denver',
      );
    // Midnight is at 07:00 UTC in winter and at 06:00 UTC in summer.
    expect(denver(['2026-11-21T06:00:00Z', '2026-11-21T07:00:00Z'], 'day')).toEqual([
      { start: '2026-11-20T07:00:00.000Z', counts: { ping: 1 } },
      { start: '2026-11-21T07:00:00.000Z', counts: { ping: 1 } },
    ]);
    // November 1, 2026 has 25 hours.
    expect(denver(['2026-11-01T06:00:00Z', '2026-11-02T06:00:00Z', '2026-11-02T07:00:00Z'], 'day')).toEqual([
      { start: '2026-11-01T06:00:00.000Z', counts: { ping: 2 } },
      { start: '2026-11-02T07:00:00.000Z', counts: { ping: 1 } },
    ]);
    expect(denver(['2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z'], 'month').map(({ start }) => start)).toEqual([
      '2026-10-01T06:00:00.000Z',
      '2026-11-01T06:00:00.000Z',
    ]);
  });

  it('lose no entry', () => {
    const hours = Array.from({ length: 24 * 400 }, (_, index) => ({
      start: at('2025-10-01T00:00:00Z') + index * HOUR,
      counts: { ping: 1 + (index % 3) },
    }));
    const all = hours.reduce((sum, { counts }) => sum + counts.ping, 0);
    for (const zone of ['UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/Los_Angeles'])
      for (const size of ['month', 'day', 'hour'] as const) {
        const buckets = bucketsOf(hours, size, zone);
        expect(buckets.reduce((sum, { counts }) => sum + counts.ping!, 0)).toBe(all);
        expect(new Set(buckets.map(({ start }) => start)).size).toBe(buckets.length);
      }
  });

  it('begin where those with entries begin, and follow one another', () => {
    const [from, to] = [at('2026-02-14T10:20:00Z'), at('2026-12-24T11:40:00Z')];
    for (const zone of ['UTC', 'America/Denver', 'Asia/Kathmandu'])
      for (const size of ['month', 'day', 'hour'] as const) {
        const starts = bucketStarts(from, to, size, zone);
        expect(starts[0]).toBeLessThanOrEqual(from);
        expect(starts[1]).toBeGreaterThan(from);
        expect(starts.at(-1)).toBeLessThanOrEqual(to);
        const hours = Array.from({ length: (to - from) / HOUR }, (_, index) => ({
          start: Math.ceil(from / HOUR) * HOUR + index * HOUR,
          counts: { ping: 1 },
        }));
        const known = new Set(starts);
        for (const { start } of bucketsOf(hours, size, zone)) expect(known).toContain(at(start));
      }
    expect(bucketStarts(at('2026-11-21T09:00:00Z'), at('2026-11-21T09:59:59.999Z'), 'minute', 'UTC')).toHaveLength(60);
    expect(bucketStarts(at('2025-12-31T10:00:00Z'), at('2026-03-01T00:00:00Z'), 'month', 'UTC')).toEqual(
      ['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'].map((day) => at(day)),
    );
  });
});
