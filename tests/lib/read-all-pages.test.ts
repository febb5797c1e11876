import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import { PAUSES_MS, readAllPages } from '#web/lib/list/read-all-pages.ts';
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
const nobody = async () => {
  throw new Error('Nobody is asked to go on');
};
const run = { signal: new AbortController().signal, goOn: nobody };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('reads page after page, and keeps a row once that moved to a later page', async () => {
  const asked: { pageSize: number; cursor?: string }[] = [];
  const readPage = async (page: { pageSize: number; cursor?: string }) => {
    asked.push(page);
    return PAGES[page.cursor ?? 'first']!;
  };
  const parts = readAllPages<Answer, number>({ readPage, rowsOf, rowId: String }, run);
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
  const parts = readAllPages<Answer, number>({ readPage: async () => pages.shift()!, rowsOf, rowId: String }, run);
  expect((await allParts(parts)).flat()).toEqual([7]);
});

it('fails at once if a page fails for good', async () => {
  const readPage = async ({ cursor }: { cursor?: string }) => {
    if (cursor) throw new AppError('FORBIDDEN', 'no second page');
    return PAGES.first!;
  };
  const parts = readAllPages<Answer, number>({ readPage, rowsOf, rowId: String }, run);
  await expect(allParts(parts)).rejects.toThrow(new AppError('FORBIDDEN', 'no second page'));
});

describe('a page that fails for a while', () => {
  /** Reads pages of which the second fails `times` times. Returns when each page was read, in milliseconds. */
  const reading = (times: number, code: 'TOO_MANY' | 'UNAVAILABLE' | 'INTERNAL' = 'TOO_MANY') => {
    vi.useFakeTimers();
    let failures = 0;
    const start = Date.now();
    const reads: [cursor: string, at: number][] = [];
    const readPage = async ({ cursor = 'first' }: { cursor?: string }) => {
      reads.push([cursor, Date.now() - start]);
      if (cursor === 'second' && failures++ < times) throw new AppError(code, 'Not now');
      return PAGES[cursor]!;
    };
    return { readPage, reads };
  };

  it.each(['TOO_MANY', 'UNAVAILABLE', 'INTERNAL'] as const)('is read again after growing pauses: %s', async (code) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { readPage, reads } = reading(PAUSES_MS.length, code);
    const parts = allParts(readAllPages<Answer, number>({ readPage, rowsOf, rowId: String }, run));
    await vi.runAllTimersAsync();
    expect(await parts).toEqual([[1, 2], [3], [4]]);
    const seconds = reads.filter(([cursor]) => cursor === 'second').map(([, at]) => at / 1000);
    expect(seconds).toEqual([0, 1, 3, 7, 15]);
  });

  it('is read again when the user goes on, and no row is lost or doubled', async () => {
    const { readPage } = reading(2 * PAUSES_MS.length + 2);
    const failures: unknown[] = [];
    const goOn = async (error: unknown) => {
      failures.push(error);
    };
    const parts = allParts(readAllPages<Answer, number>({ readPage, rowsOf, rowId: String }, { ...run, goOn }));
    await vi.runAllTimersAsync();
    expect((await parts).flat()).toEqual([1, 2, 3, 4]);
    expect(failures).toEqual(Array(2).fill(new AppError('TOO_MANY', 'Not now')));
  });

  it('is not read again after the user has cancelled', async () => {
    const { readPage, reads } = reading(9);
    const controller = new AbortController();
    const parts = readAllPages<Answer, number>(
      { readPage, rowsOf, rowId: String },
      { ...run, signal: controller.signal },
    );
    await parts.next();
    const next = parts.next();
    const cancelled = expect(next).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await cancelled;
    await vi.runAllTimersAsync();
    expect(reads).toHaveLength(2);
  });
});
