import { expect, it } from 'vitest';
import { without } from '#data/kit/without.ts';

it('What is left of two lists is what the other has not, each once and in its order', () => {
  const [one, two, three] = [{ value: 'one' }, { value: 'two' }, { value: 'three' }];
  expect(without([three, one, two, { ...one }], [{ ...two }])).toEqual([three, one]);
  expect(without([one], [])).toEqual([one]);
  expect(without([], [one])).toEqual([]);
});
