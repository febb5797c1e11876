import { describe, expect, it, test } from 'vitest';
import { readUnitFile } from '#core/units/unit-file.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => [String(400_000 + index)]);

describe('an uploaded list of units', () => {
  it('is read by serial numbers, each once, in upper case [P2-V28]', () => {
    expect(readUnitFile([['\uFEFFUnitSerNum', 'Note'], ['400123', 'x'], [' 4001ab '], [''], ['400123']])).toEqual({
      file: { by: 'UnitSerNum', serialNumbers: ['400123', '4001AB'] },
    });
  });

  it('is read by line ID and unit ID, which are both required [P2-V27]', () => {
    expect(
      readUnitFile([
        ['LineID', 'Name', 'UnitID'],
        ['C1', 'Ada', '4021'],
        ['c1', '', '4022'],
      ]),
    ).toEqual({
      file: {
        by: 'UnitID',
        units: [
          { UnitLineID: 'C1', UnitID: '4021' },
          { UnitLineID: 'C1', UnitID: '4022' },
        ],
      },
    });
    expect(
      readUnitFile([
        ['LineID', 'UnitID'],
        ['C1', '4021'],
        ['C1', ''],
      ]),
    ).toEqual({
      problem: 'Line 3 lacks the unit ID',
    });
    expect(
      readUnitFile([
        ['LineID', 'UnitID'],
        ['', '4021'],
      ]),
    ).toEqual({ problem: 'Line 2 lacks the line ID' });
  });

  test.each([
    [[['IMEI'], ['350000000001238']]],
    [[['LineID'], ['C1']]],
    [
      [
        ['UnitID', 'LineID'],
        ['4021', 'C1'],
      ],
    ],
    [[['400123'], ['400124']]],
    [[]],
  ])('with other headers is refused [P2-V29 P2-M44]', (cells) => {
    expect(readUnitFile(cells)).toEqual({ problem: 'File headers not recognized' });
  });

  it('may have 1000 lines and no more [P2-V26 P2-K12]', () => {
    expect(readUnitFile([['UnitSerNum'], ...lines(1000)])).toHaveProperty('file');
    expect(readUnitFile([['UnitSerNum'], ...lines(1001)])).toEqual({
      problem: 'You can only search for 1000 units. Please limit search criteria and try again.',
    });
  });

  it('names at least one unit', () => {
    expect(readUnitFile([['UnitSerNum'], ['']])).toEqual({ problem: 'The file contains no unit' });
  });
});
