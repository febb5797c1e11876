import { expect, it } from 'vitest';
import { relativeTime } from '#web/components/text/relative-words.ts';

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

it('shows times in the future too', () => {
  expect(before(-300)).toBe('in 5 min');
  expect(before(-30)).toBe('just now');
});
