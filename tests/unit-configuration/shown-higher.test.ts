import { expect, it } from 'vitest';
import { shownHigher } from '#web/features/units/unit-page/configuration/shown-higher.ts';

it('says how many profiles there are for a newer firmware, and when there are more than were read', () => {
  const some = (count: number) => Array.from({ length: count }, () => ({ ProfileName: 'Home' }));
  expect(shownHigher(some(1), false)).toBe('There is a profile for the newer firmware of this unit: Home.');
  expect(shownHigher(some(200), false)).toBe('There are 200 profiles for the newer firmware of this unit.');
  expect(shownHigher(some(1_200), true)).toBe(
    'There are more than 1,200 profiles for the newer firmware of this unit.',
  );
});
