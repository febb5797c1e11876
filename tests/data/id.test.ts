import { expect, it } from 'vitest';
import { newId, timeOfId } from '#data/kit/id.ts';

const NOW = Date.parse('2026-11-21T18:00:00.123Z');

it('ids sort by their time, then in the order in which they were made', () => {
  const made = [newId(NOW - 1), ...Array.from({ length: 200 }, () => newId(NOW)), newId(NOW + 1)];
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
});

it('an id has the time at which it was made', () => {
  expect(timeOfId(newId(NOW))).toBe(NOW);
  expect(timeOfId('no id')).toBeNaN();
});
