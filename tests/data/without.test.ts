import { expect, it } from 'vitest';
import { without } from '#data/kit/without.ts';

it('returns the items of one list that the other lacks, each once and in order', () => {
  const [one, two, three] = [{ value: 'one' }, { value: 'two' }, { value: 'three' }];
  expect(without([three, one, two, { ...one }], [{ ...two }])).toEqual([three, one]);
  expect(without([one], [])).toEqual([one]);
  expect(without([], [one])).toEqual([]);
});
