import { describe, expect, it } from 'vitest';
import { failedItems } from '#local/batch-response.ts';

const ALL = ['m1', 'm2'];

describe('the batch response of a function', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a null list', { batchItemFailures: null }],
    ['an empty list', { batchItemFailures: [] }],
  ])('%s: all succeeded', (_, result) => expect([...failedItems(result, ALL)]).toEqual([]));

  it('with one item means that only that one failed', () =>
    expect([...failedItems({ batchItemFailures: [{ itemIdentifier: 'm2' }] }, ALL)]).toEqual(['m2']));

  it.each([
    ['a text', 'done'],
    ['a value that is not a list', { batchItemFailures: 'm1' }],
    ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['a null identifier', { batchItemFailures: [{ itemIdentifier: null }] }],
    ['a misspelt name', { batchItemFailures: [{ itemIdentifer: 'm1' }] }],
    ['a null item', { batchItemFailures: [null] }],
    ['an unknown identifier', { batchItemFailures: [{ itemIdentifier: 'm3' }] }],
  ])('%s: all failed', (_, result) => expect([...failedItems(result, ALL)]).toEqual(ALL));
});
