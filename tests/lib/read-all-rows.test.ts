import { expect, it } from 'vitest';
import { withMessage } from '#support/with-message.ts';
import { readAllRows } from '#web/lib/list/read-all-rows.ts';

const PAGES: Record<string, { items: number[]; cursor: string | null }> = {
  first: { items: [1, 2], cursor: 'second' },
  second: { items: [2, 3], cursor: 'third' },
  third: { items: [4], cursor: null },
};

function read(limit?: number) {
  const asked: { pageSize: number; cursor?: string }[] = [];
  const rows = readAllRows({
    readPage: async (page) => {
      asked.push(page);
      return PAGES[page.cursor ?? 'first']!;
    },
    rowsOf: ({ items }) => items,
    rowId: String,
    ...(limit !== undefined && { limit }),
  });
  return { rows, asked };
}

it('reads page after page, and keeps a row once that moved to a later page', async () => {
  const { rows, asked } = read();
  expect(await rows).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([
    { pageSize: 1000 },
    { pageSize: 1000, cursor: 'second' },
    { pageSize: 1000, cursor: 'third' },
  ]);
});

it('stops after the page that reaches the limit', async () => {
  expect(await read(3).rows).toEqual([1, 2, 3]);
});

it('fails completely if a page fails', async () => {
  const failing = readAllRows({
    readPage: async ({ cursor }) => {
      if (cursor) throw new Error('no second page');
      return PAGES.first!;
    },
    rowsOf: ({ items }) => items,
    rowId: String,
  });
  await expect(failing).rejects.toThrow(withMessage('no second page'));
});
