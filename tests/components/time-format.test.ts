import { expect, it } from 'vitest';
import {
  exactTime,
  portalDay,
  portalTime,
  relativeTime,
  shortDay,
  timeOfDay,
  zoneOf,
} from '#web/components/text/time-format.ts';

const now = new Date('2026-11-21T12:00:00Z');
const before = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now);

it('shows the age in the largest unit, rounded down', () => {
  expect([0, 59, 60, 3 * 60, 3599, 3600, 86_399, 86_400, 59 * 86_400, 90 * 86_400, 800 * 86_400].map(before)).toEqual([
    'just now',
    'just now',
    '1 min ago',
    '3 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    '1 d ago',
    '59 d ago',
    '2 mo ago',
    '2 y ago',
  ]);
});

it('shows a day, with its year if that is not the present one', () => {
  const day = (then: string) => shortDay(new Date(then), now, 'UTC');
  expect([day('2026-10-12T05:00:00Z'), day('2025-10-12T05:00:00Z')]).toEqual(['12 Oct', '12 Oct 2025']);
});

it('shows times in the future too', () => {
  expect(before(-300)).toBe('in 5 min');
  expect(before(-30)).toBe('just now');
});

it("shows the exact time in a zone, with the zone's name", () => {
  const then = new Date('2026-11-21T21:05:09Z');
  expect(exactTime(then, { timeZone: 'America/Denver' })).toBe('21 Nov 2026 14:05:09 GMT-7');
  expect(exactTime(then, { timeZone: 'UTC', seconds: false, zone: false })).toBe('21 Nov 2026 21:05');
  expect(timeOfDay(then, 'America/Denver')).toBe('14:05');
  expect(timeOfDay(new Date('2026-11-21T00:05:00Z'), 'UTC')).toBe('00:05');
});

it.each([
  ['2026-11-21T21:05:09Z', 'America/Denver', '11/21/2026 14:05 PM'],
  ['2026-01-02T08:04:00Z', 'UTC', '1/2/2026 08:04 AM'],
  ['2026-01-02T00:00:00Z', 'UTC', '1/2/2026 00:00 AM'],
  ['2026-01-02T12:00:00Z', 'UTC', '1/2/2026 12:00 PM'],
])("shows %s in %s in the format 'M/D/Y HH:mm A': %s [P2-K52]", (then, zone, said) =>
  expect(portalTime(new Date(then), zone)).toBe(said),
);

it('names the zone of a time', () => expect(zoneOf(new Date('2026-07-01T00:00:00Z'), 'America/Denver')).toBe('GMT-6'));

it('shows a calendar day in the form of the specification, whatever the zone', () => {
  expect(['2026-11-21', '2026-01-05', ''].map(portalDay)).toEqual(['11/21/2026', '1/5/2026', '']);
});
