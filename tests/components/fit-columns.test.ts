import { expect, it } from 'vitest';
import { fitColumns } from '#web/components/data-table/fit-columns.ts';

const sum = (widths: readonly number[]) => widths.reduce((total, each) => total + each, 0);
const COLUMNS = [{ size: 100 }, { size: 200, grows: true }, { size: 100 }];

it('gives the width that is left over to the columns that grow', () => {
  expect(fitColumns(COLUMNS, 500)).toEqual([100, 300, 100]);
  expect(fitColumns([{ size: 100 }, { size: 100 }], 301)).toEqual([150, 151]);
});

it('shrinks all columns by a fifth at most, and fills the width exactly', () => {
  for (const available of [399, 371.6, 350, 320])
    expect(sum(fitColumns(COLUMNS, available))).toBe(Math.floor(available));
  expect(fitColumns(COLUMNS, 320)).toEqual([80, 160, 80]);
});

it('keeps the usual widths where even that does not fit, and before the width is known', () => {
  expect(fitColumns(COLUMNS, 319)).toEqual([100, 200, 100]);
  expect(fitColumns(COLUMNS, 0)).toEqual([100, 200, 100]);
});
