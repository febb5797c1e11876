import { describe, expect, it } from 'vitest';
import { inParts, selectedRows } from '#web/components/data-table/export-rows.ts';
import { exportedWords, exportWords, stoppedWords } from '#web/components/data-table/export-words.ts';
import { allParts } from '../lib/parts.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const { signal } = new AbortController();

describe('rows in parts', () => {
  it('are all there, in their order', async () => {
    const parts = await allParts(inParts(numbers(2500), signal));
    expect(parts.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(parts.flat()).toEqual(numbers(2500));
  });

  it('let the browser work between two parts, also for 100,000 rows', async () => {
    let turns = 0;
    let isReading = true;
    const turn = () => {
      if (!isReading) return;
      turns += 1;
      setTimeout(turn);
    };
    setTimeout(turn);
    let parts = 0;
    for await (const part of inParts(numbers(100_000), signal)) {
      expect(part).toHaveLength(1000);
      parts += 1;
    }
    isReading = false;
    expect(parts).toBe(100);
    expect(turns).toBeGreaterThanOrEqual(99);
  });

  it('end when the export is cancelled', async () => {
    const controller = new AbortController();
    const parts = inParts(numbers(3000), controller.signal);
    await parts.next();
    controller.abort();
    await expect(parts.next()).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});

describe('selected rows', () => {
  it('are found on every page, and no page is read after the last of them', async () => {
    const read: number[] = [];
    async function* pages() {
      for (const page of [1, 2, 3]) {
        read.push(page);
        yield [page * 10, page * 10 + 1];
      }
    }
    const found = await allParts(selectedRows(pages(), new Set(['10', '21']), String));
    expect(found.flat()).toEqual([10, 21]);
    expect(read).toEqual([1, 2]);
  });
});

describe('words of an export', () => {
  it.each([
    [{ selected: 1, total: 9 }, '1 selected row.'],
    [{ selected: 1200, total: undefined }, '1,200 selected rows.'],
    [{ selected: undefined, total: 23_410 }, 'All 23,410 rows that match.'],
    [{ selected: undefined, total: 1 }, 'The 1 row that matches.'],
    [{ selected: undefined, total: undefined }, 'All rows that match.'],
  ])('say before %o: %s', (exported, words) => {
    expect(exportWords(exported)).toBe(words);
  });

  it('say where it stopped, and why', () => {
    expect(stoppedWords(12_000, 'Watchkeep cannot be reached.')).toBe(
      'Stopped after 12,000 rows. Watchkeep cannot be reached.',
    );
  });

  it.each([
    [1, undefined, 'Exported 1 row'],
    [100_000, undefined, 'Exported 100,000 rows'],
    [12, 12, 'Exported 12 rows'],
    [11, 12, 'Exported 11 of 12 selected rows. The others are not in this list.'],
  ])('say after %i of %s: %s', (rows, selected, words) => {
    expect(exportedWords(rows, selected)).toBe(words);
  });
});
