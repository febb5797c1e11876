import { describe, expect, it } from 'vitest';
import { fitColumns } from '#web/components/data-table/fit-columns.ts';

const sum = (widths: readonly number[]) => widths.reduce((total, each) => total + each, 0);
const COLUMNS = [{ size: 100 }, { size: 200, grows: true }, { size: 100 }];

it('gives the width that is left over to the columns that grow', () => {
  expect(fitColumns(COLUMNS, 500)).toEqual([100, 300, 100]);
  expect(fitColumns([{ size: 100 }, { size: 100 }], 301)).toEqual([150, 151]);
});

it('takes what is missing from the columns that grow, and then a fifth of the others at most', () => {
  expect(fitColumns(COLUMNS, 350)).toEqual([100, 150, 100]);
  expect(fitColumns(COLUMNS, 320)).toEqual([100, 120, 100]);
  expect(fitColumns(COLUMNS, 300)).toEqual([90, 120, 90]);
  expect(fitColumns(COLUMNS, 280)).toEqual([80, 120, 80]);
});

it('fills the width exactly', () => {
  for (const available of [1003.4, 500, 399, 371.6, 333, 301, 281])
    expect(sum(fitColumns(COLUMNS, available))).toBe(Math.floor(available));
});

it('keeps the usual widths where even that does not fit, and before the width is known', () => {
  expect(fitColumns(COLUMNS, 279)).toEqual([100, 200, 100]);
  expect(fitColumns(COLUMNS, 0)).toEqual([100, 200, 100]);
});

describe('texts that would be cut', () => {
  it('get the room of columns that need less than their usual width', () => {
    const columns = [
      { size: 100, needs: 60 },
      { size: 150, needs: 180, grows: true },
      { size: 100, needs: 90 },
    ];
    expect(fitColumns(columns, 330)).toEqual([60, 180, 90]);
    expect(fitColumns(columns, 350)).toEqual([76, 180, 94]);
    expect(fitColumns(columns, 380)).toEqual([100, 180, 100]);
    expect(fitColumns(columns, 400)).toEqual([100, 200, 100]);
  });

  it('are cut where there is no room for all, after the columns gave what they do not need', () => {
    const columns = [
      { size: 100, needs: 60 },
      { size: 150, needs: 250, grows: true },
      { size: 100, needs: 90 },
    ];
    expect(fitColumns(columns, 340)).toEqual([60, 190, 90]);
    expect(fitColumns(columns, 300)).toEqual([60, 150, 90]);
    expect(fitColumns(columns, 260)).toEqual([60, 110, 90]);
  });

  it('take less than twice the usual width, however long they are', () => {
    expect(fitColumns([{ size: 100 }, { size: 100, needs: 900 }, { size: 100, grows: true }], 600)).toEqual([
      100, 180, 320,
    ]);
  });
});

it('shows more in a column that wants it, before others grow beyond their usual width', () => {
  const columns = [
    { size: 100, wants: 250 },
    { size: 100, needs: 130 },
    { size: 100, grows: true },
  ];
  expect(fitColumns(columns, 330)).toEqual([100, 130, 100]);
  expect(fitColumns(columns, 400)).toEqual([170, 130, 100]);
  expect(fitColumns(columns, 500)).toEqual([250, 130, 120]);
});
