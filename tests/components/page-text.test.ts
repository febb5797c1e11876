import { expect, it } from 'vitest';
import { pageText } from '#web/components/data-table/cursor-pages.ts';

const page = { size: 100, shown: 100, goesOn: true };

it('says which rows a page has, and of how many', () => {
  expect(pageText({ ...page, number: 0 })).toBe('1–100');
  expect(pageText({ ...page, number: 12, shown: 34, total: 1_234, goesOn: false })).toBe('1,201–1,234 of 1,234');
});

it('says that there are no rows only at the end of the list', () => {
  const empty = { ...page, shown: 0 };
  for (const number of [0, 3]) expect(pageText({ ...empty, number })).toBeUndefined();
  expect(pageText({ ...empty, number: 0, goesOn: false })).toBe('0');
  expect(pageText({ ...empty, number: 3, goesOn: false })).toBe('No more rows');
});
