import { describe, expect, it } from 'vitest';
import { facetsOf, isMatch, valuesOf } from '#core/units/facets.ts';
import { MAX_TAGS, Tag, tagsAfter } from '#core/units/tags.ts';
import { statesBetween } from '#data/units/settle-facets.ts';
import {
  conditionRowsOf,
  countKeysOf,
  type FacetedUnit,
  facetedUnit,
  facetValuesOf,
  fieldRowsOf,
} from '#data/units/unit-facets.ts';
import { seedUnits } from '#scripts/seed/units.ts';

const NOW = Date.UTC(2026, 10, 21, 17);
const [unit] = seedUnits({ count: 1, now: NOW });
const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);

describe('a tag', () => {
  it.each([
    ['  Recall   2026 ', 'recall 2026'],
    ['LOAN', 'loan'],
    ['Ｌoan', 'loan'],
    ['küche', 'küche'],
  ])('%o is stored as %o', (typed, stored) => expect(Tag.parse(typed)).toBe(stored));

  it.each(['', '   ', 'a'.repeat(31), '=1+1', '<b>', 'a,b', 'a\u200bb', 'a\nb\u0000', '@sum'])(
    'cannot be %o',
    (typed) => expect(Tag.safeParse(typed).success).toBe(false),
  );

  it('is in the set of its unit once, by the alphabet', () => {
    expect(tagsAfter(['loan', 'a'], ['z', 'loan'], ['a'])).toEqual(['loan', 'z']);
    expect(tagsAfter(undefined, ['z', 'b', 'z'], [])).toEqual(['b', 'z']);
  });
});

describe('the facet of tags', () => {
  it('has a row and a count for each tag, and matches any of them', () => {
    const tagged = facetedUnit({ ...unit!, Tags: ['loan', 'recall'] }, NOW);
    expect(valuesOf(tagged.facets, 'tag')).toEqual(['loan', 'recall']);
    expect(fieldRowsOf(tagged).filter(({ facet }) => facet === 'tag')).toHaveLength(2);
    expect(countKeysOf(tagged).filter(({ value }) => value === 'loan').length).toBeGreaterThan(0);
    expect(isMatch(tagged.facets, { tag: ['loan'] })).toBe(true);
    expect(isMatch(tagged.facets, { tag: ['other'] })).toBe(false);
    expect(isMatch(facetsOf(unit!, NOW), { tag: ['loan'] })).toBe(false);
  });

  /** A dealer below the root on the last of nine levels. */
  const deep = '/1/2/3/4/5/6/7/8/9/';
  const state = (fields: object, dealerPath: string, count: number): FacetedUnit =>
    facetedUnit({ ...unit!, ...fields, dealerPath, Tags: tags(count) }, NOW);

  const writesBetween = (was: FacetedUnit | undefined, next: FacetedUnit | undefined): number => {
    const key = (row: object) => JSON.stringify(row);
    const rows = (one: FacetedUnit | undefined) =>
      one ? [...fieldRowsOf(one), ...conditionRowsOf(one)].map(({ facets: _, ...row }) => key(row)) : [];
    const counts = (one: FacetedUnit | undefined) => (one ? countKeysOf(one).map(key) : []);
    const onlyIn = (these: string[], others: string[]) => these.filter((one) => !others.includes(one)).length;
    return (
      1 +
      rows(next).length +
      onlyIn(rows(was), rows(next)) +
      onlyIn(counts(was), counts(next)) +
      onlyIn(counts(next), counts(was))
    );
  };

  it.each([
    ['gets all tags', state({}, deep, 0), state({}, deep, MAX_TAGS)],
    ['loses all tags', state({}, deep, MAX_TAGS), state({}, deep, 0)],
    ['moves with all tags', state({}, deep, MAX_TAGS), state({}, '/1/22/33/44/55/66/77/88/99/', MAX_TAGS)],
    [
      'leaves service with all tags',
      state({ UnitStatus: 9 }, deep, MAX_TAGS),
      state({ UnitStatus: 8 }, deep, MAX_TAGS),
    ],
    ['is new with all tags', undefined, state({}, deep, MAX_TAGS)],
    ['is deleted with all tags', state({}, deep, MAX_TAGS), undefined],
  ])('changes in transactions of at most 100 writes when a unit of the lowest dealer %s', (_, was, next) => {
    const states = statesBetween(was, next, NOW);
    expect(states.at(-1)).toEqual(next);
    let from = was;
    for (const to of states) {
      expect(writesBetween(from, to)).toBeLessThanOrEqual(100);
      from = to;
    }
  });

  it('keeps the condition in every state between two, because it is in the key of each row', () => {
    const all = [deep, '/1/22/'].flatMap((path) =>
      [8, 9].flatMap((UnitStatus) => [0, 1, 5, MAX_TAGS].map((count) => state({ UnitStatus }, path, count))),
    );
    for (const was of all)
      for (const next of all)
        for (const between of statesBetween(was, next, NOW))
          expect(facetValuesOf(between!).length === 0 || between!.facets.condition !== undefined).toBe(true);
  });
});
