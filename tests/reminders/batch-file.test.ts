import { describe, expect, it } from 'vitest';
import { distinctRows, identifierOf, MAX_BATCH_ROWS, readBatch } from '#core/reminders/batch-file.ts';
import { HEADERS_NOT_RECOGNIZED } from '#core/units/unit-file.ts';

const HEADERS = 'File headers not recognized';

describe('a batch file', () => {
  it('with LineID first and a UnitID column is read [P1-V36]', () => {
    expect(
      readBatch([
        ['LineID', 'Name', 'UnitID'],
        ['C1', 'Ada', '4021'],
      ]),
    ).toEqual({
      rows: [{ LineID: 'C1', UnitID: '4021' }],
    });
  });

  it('with UnitSerNum first is read [P1-V37]', () => {
    expect(
      readBatch([
        ['UnitSerNum', 'UnitID'],
        ['400123', '4021'],
      ]),
    ).toEqual({ rows: [{ UnitSerNum: '400123' }] });
  });

  it.each([
    [['LineID']],
    [['LineID', 'Unit']],
    [['UnitID', 'LineID']],
    [['Name', 'UnitSerNum']],
    [['unitsernum']],
    [['']],
    [[]],
  ])('with the headers %j is refused [P1-V38 P1-M50]', (headers) => {
    expect(readBatch([headers, ['400123', '1']])).toEqual({ refused: HEADERS });
    expect(HEADERS_NOT_RECOGNIZED).toBe(HEADERS);
  });

  it('loses non-word characters in its cells [P1-V39]', () => {
    const rows = [['\ufeffUnitSerNum'], [' 400-123 '], ['=4001"24'], ['\t40\u00a00125;'], ['!!'], ['']];
    expect(readBatch(rows)).toEqual({
      rows: [{ UnitSerNum: '400123' }, { UnitSerNum: '400124' }, { UnitSerNum: '400125' }],
    });
  });

  it('has 20,000 rows at most, and one at least', () => {
    const rows = Array.from({ length: MAX_BATCH_ROWS }, (_, index) => [String(100_000 + index)]);
    expect(readBatch([['UnitSerNum'], ...rows])).toMatchObject({ rows: { length: MAX_BATCH_ROWS } });
    expect(readBatch([['UnitSerNum'], ...rows, ['999999']])).toEqual({
      refused: 'Can only upload up to 20000 at a time.',
    });
    expect(readBatch([['UnitSerNum']])).toEqual({ refused: 'The file has no rows' });
  });

  it('names each unit once', () => {
    const rows = [{ UnitSerNum: 'AB0123' }, { UnitSerNum: 'ab0123' }, { LineID: 'C1', UnitID: '1' }];
    expect(distinctRows(rows).map(identifierOf)).toEqual(['ab0123', 'C1-1']);
  });
});
