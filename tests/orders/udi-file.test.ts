import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  isUdiUploadOf,
  MAX_UDI_ROWS,
  MUST_CHOOSE_FILE,
  ROWS_DIFFER,
  readUdiFile,
  TOO_MANY_ROWS,
  UdiUploadKey,
  udiProblem,
  udiUploadKey,
} from '#core/orders/udi-file.ts';
import { csvHead, csvRecord } from '#core/table-file/csv.ts';

const file = (...udis: string[]) => [['UDI'], ...udis.map((udi) => [udi])];
const many = (count: number) => Array.from({ length: count }, (_, index) => `U${index}`);

describe('a UDI file', () => {
  it('has its messages word for word [P1-M46 P1-M47 P1-M48]', () => {
    expect([ROWS_DIFFER, TOO_MANY_ROWS, MUST_CHOOSE_FILE]).toEqual([
      'Rows in file do not match order quantity.',
      'Can only upload up to 10000 at a time.',
      'Must choose file.',
    ]);
  });

  it('has a column UDI, beside others [P1-V29]', () => {
    expect(readUdiFile([['No', ' udi '], ['1', '(01)0088'], [''], ['2', '+H12/3']], 2)).toEqual({
      udis: ['(01)0088', '+H12/3'],
    });
    for (const cells of [[], [['Serial'], ['1']], [['UDI number'], ['1']], [['1']]])
      expect(readUdiFile(cells, 1)).toEqual({ problem: 'The file must have a column UDI' });
  });

  it('can be the list of an order as the portal exported it', () => {
    const udis = ['+H123ABC/$$4', '(01)00812345', 'A1'];
    const text = csvHead(['Serial number', 'UDI']) + udis.map((udi) => csvRecord(['400220', udi])).join('');
    expect(readUdiFile(Papa.parse<string[]>(text).data, 3)).toEqual({ udis });
    for (const other of ["'A1", "''+A1", "'"]) expect(readUdiFile(file(other), 1)).toHaveProperty('problem');
  });

  it('has as many rows as the order has units [P1-V30]', () => {
    expect(readUdiFile(file('A', 'B'), 2)).toEqual({ udis: ['A', 'B'] });
    for (const quantity of [1, 3]) expect(readUdiFile(file('A', 'B'), quantity)).toEqual({ problem: ROWS_DIFFER });
    expect(readUdiFile([['UDI']], 1)).toEqual({ problem: ROWS_DIFFER });
  });

  it('has at most 10000 rows [P1-V31 P1-K19]', () => {
    expect(MAX_UDI_ROWS).toBe(10_000);
    expect(readUdiFile(file(...many(10_000)), 10_000)).toHaveProperty('udis.length', 10_000);
    expect(readUdiFile(file(...many(10_001)), 10_001)).toEqual({ problem: TOO_MANY_ROWS });
    expect(udiProblem(many(10_001), 10_001)).toBe(TOO_MANY_ROWS);
  });

  it.each([
    ['a formula', '=HYPERLINK("http://x")'],
    ['a formula without a quotation mark', '=A1+B2'],
    ['a tab before a formula', '\t=A1'],
    ['a formula that begins with a minus', '-1+1'],
    ['a formula that begins with an at sign', '@SUM(A1)'],
    ['a quoted line break', 'A\nB'],
    ['a null byte', 'A\u0000'],
    ['nothing', ''],
    ['more than 75 characters', 'A'.repeat(76)],
  ])('is refused with %s in a row, which the message names', (_, udi) => {
    expect(
      readUdiFile(
        [
          ['UDI', 'No'],
          ['A', '1'],
          [udi, '2'],
        ],
        2,
      ),
    ).toEqual({ problem: 'Line 3 has no valid UDI' });
    expect(udiProblem(['A', udi], 2)).toBe('Row 2 has no valid UDI');
  });

  it('is of the user and the dealer that uploaded it', () => {
    const [mine, other, elsewhere] = [
      { dealerKey: 22, userKey: 'ann' },
      { dealerKey: 22, userKey: 'anna' },
      { dealerKey: 220, userKey: 'ann' },
    ];
    const file = udiUploadKey(mine!, '0f8fad5b-d9cb-469f-a165-70867728950e');
    expect(UdiUploadKey.safeParse(file).success).toBe(true);
    expect([mine, other, elsewhere].map((by) => isUdiUploadOf(by!, file))).toEqual([true, false, false]);
    for (const wrong of ['udi/22/../220/x.csv', 'firmware/22/ann/0f8fad5b-d9cb-469f-a165-70867728950e.csv'])
      expect(UdiUploadKey.safeParse(wrong).success).toBe(false);
  });

  it('is refused if two units have one identifier', () => {
    expect(readUdiFile(file('A', 'B', 'A'), 3)).toEqual({ problem: 'Line 4 repeats the UDI of line 2' });
  });
});
