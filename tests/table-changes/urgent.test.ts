import { expect, it } from 'vitest';
import { AREAS } from '#data/areas.ts';
import { URGENT_AREAS } from '#functions/on-alarm-reaction/areas.ts';

it('on-alarm-reaction knows every area with an urgent reaction', () => {
  const areas = Object.values(AREAS);
  const urgent = areas.filter(({ reactions = [] }) => reactions.some(({ isUrgent }) => isUrgent));
  expect(new Set(URGENT_AREAS)).toEqual(new Set(urgent));
});
