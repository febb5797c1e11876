import { describe, expect, it } from 'vitest';
import { readSerialNumbers } from '#web/features/orders/read-serial-numbers.ts';

const file = (content: BlobPart, name = 'units.csv') => new File([content], name);
const serials = (count: number) => Array.from({ length: count }, (_, index) => String(100_000 + index));
const csv = (...lines: string[]) => file(['UnitSerNum', ...lines].join('\r\n'));

describe('a file with units to allot', () => {
  it('has a column UnitSerNum beside others, and names each unit once', async () => {
    const all = { serialNumbers: ['400998', 'A10001'] };
    expect(await readSerialNumbers(file("\uFEFFNo,unitsernum\n1,400998\n2,'a10001\n\n3,400998\n"))).toEqual(all);
    expect(await readSerialNumbers(file('unitsernum;No\n400998;1\nA10001;2'))).toEqual(all);
    expect(await readSerialNumbers(csv(...serials(10_000)))).toHaveProperty('serialNumbers.length', 10_000);
  });

  it.each([
    ['another kind', file('UnitSerNum\n400998', 'units.xlsx'), 'Only CSV files supported'],
    ['no header', file('400998\n400999'), 'The file must have a column UnitSerNum'],
    ['another header', file('Serial\n400998'), 'The file must have a column UnitSerNum'],
    ['a header only', csv(), 'The file contains no unit'],
    ['10,001 rows', csv(...serials(10_001)), 'A file has at most 10,000 units'],
    ['UTF-16', file(Buffer.from('\uFEFFUnitSerNum\n400998', 'utf16le')), 'File Type not recognized'],
    ['a formula', csv('400998', '=cmd()'), 'Line 3 has no valid serial number'],
    ['a quoted line break', csv('"4009\n98"', '400999'), 'Line 2 has no valid serial number'],
    ['an open quote', csv('400998,"new', '400999,'), 'File Type not recognized. A quotation mark in it is not closed.'],
    ['an empty cell', file('UnitSerNum,No\n,1'), 'Line 2 has no valid serial number'],
  ])('is refused with %s', async (_, refused, problem) => {
    expect(await readSerialNumbers(refused)).toEqual({ problem });
  });

  it('is refused before it is read if it has 100 MB', async () => {
    const large = { name: 'units.csv', size: 100 * 1024 * 1024, arrayBuffer: () => Promise.reject(new Error('read')) };
    expect(await readSerialNumbers(large as unknown as File)).toEqual({
      problem: 'units.csv is 100 MB. At most 2 MB can be uploaded',
    });
  });
});
