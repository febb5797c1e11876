import { expect, it } from 'vitest';
import { readAllPages } from '#web/lib/list/read-all-pages.ts';
import { allParts } from './parts.ts';

interface Answer {
  items: number[];
  cursor: string | null;
}

const PAGES: Record<string, Answer> = {
  first: { items: [1, 2], cursor: 'second' },
  second: { items: [2, 3], cursor: 'third' },
  third: { items: [4], cursor: null },
};

const rowsOf = ({ items }: Answer) => items;

it('reads page after page, and keeps a row once that moved to a later page', async () => {
  const asked: { pageSize: number; cursor?: string }[] = [];
  const parts = readAllPages<Answer, number>({
    readPage: async (page) => {
      asked.push(page);
      return PAGES[page.cursor ?? 'first']!;
    },
    rowsOf,
    rowId: String,
  });
  expect(await allParts(parts)).toEqual([[1, 2], [3], [4]]);
  expect(asked).toEqual([
    { pageSize: 1000 },
    { pageSize: 1000, cursor: 'second' },
    { pageSize: 1000, cursor: 'third' },
  ]);
});

it('goes on after a page on which nothing matches', async () => {
  const pages = [
    { items: [], cursor: 'next' },
    { items: [7], cursor: null },
  ];
  const parts = readAllPages<Answer, number>({ readPage: async () => pages.shift()!, rowsOf, rowId: String });
  expect((await allParts(parts)).flat()).toEqual([7]);
});

it('fails if a page fails', async () => {
  const parts = readAllPages<Answer, number>({
    readPage: async ({ cursor }) => {
      if (cursor) throw new Error('no second page');
      return PAGES.first!;
    },
    rowsOf,
    rowId: String,
  });
  await expect(allParts(parts)).rejects.toThrow(new Error('no second page'));
});
