import { describe, expect, it } from 'vitest';
import { unitsIn } from '#core/units/import-file.ts';
import { iccidOf, imeiOf } from '#local/carriers/sim.ts';

const HEADER = ['UnitSerNum', 'UnitModel', 'IMEI', 'ICCID1', 'ICCID2'];
const unit = (number: number, more: Partial<Record<number, string>> = {}) =>
  Object.assign([`A${10_000 + number}`, 'MXD-LTE', imeiOf(number), iccidOf(0, number), iccidOf(1, number)], more);

describe('a file of units', () => {
  it('has its columns in any order, models in any case, and one SIM or two', () => {
    const { units, problems } = unitsIn([
      ['\ufeffIMEI', 'unitsernum', 'UNITMODEL', 'ICCID1'],
      [imeiOf(1), ' a10001 ', 'mxd-lte', `'${iccidOf(0, 1)}`],
      ['', '', '', ''],
    ]);
    expect(problems).toEqual([]);
    expect(units).toEqual([{ UnitSerNum: 'A10001', UnitModel: 'MXD-LTE', IMEI: imeiOf(1), ICCID1: iccidOf(0, 1) }]);
    expect(unitsIn([HEADER, unit(2)]).units).toMatchObject([{ ICCID2: iccidOf(1, 2) }]);
    expect(
      unitsIn([[...HEADER, 'PCBSerNum'], [...unit(3), 'PCB-0007'], unit(4)]).units.map((one) => one.PCBSerNum),
    ).toEqual(['PCB-0007', undefined]);
  });

  it('names each line that is wrong', () => {
    const { units, problems } = unitsIn([
      HEADER,
      unit(1, { 0: '=cmd|calc' }),
      unit(2, { 1: 'Toaster' }),
      unit(3, { 2: '356938035643800' }),
      unit(4, { 3: '89999' }),
      unit(5, { 3: '89450000000000000009' }),
      unit(6),
      unit(7, { 2: imeiOf(6) }),
      unit(8, { 3: iccidOf(0, 6) }),
      unit(6),
      unit(9, { 0: 'A1\u00000' }),
    ]);
    expect(units.map(({ UnitSerNum }) => UnitSerNum)).toEqual(['A10006']);
    expect(problems).toEqual([
      { line: 2, problem: 'A serial number has 6 letters or digits' },
      { line: 3, problem: 'The model is one of MXD-LTE, myConnect, myConnect Air' },
      { line: 4, problem: 'The check digit of the IMEI is wrong' },
      { line: 5, problem: 'An ICCID has 20 digits' },
      {
        line: 6,
        problem: expect.stringMatching(/^(The check digit of the ICCID is wrong|No carrier of the portal has)/),
      },
      { line: 8, problem: `${imeiOf(6)} is in line 7 already` },
      { line: 9, problem: `${iccidOf(0, 6)} is in line 7 already` },
      { line: 10, problem: 'A10006 is in line 7 already' },
      { line: 11, problem: 'A serial number has 6 letters or digits' },
    ]);
  });

  it.each([
    [
      'no header',
      [unit(1)],
      'The first line names the columns: UnitSerNum, UnitModel, IMEI, ICCID1, ICCID2, PCBSerNum',
    ],
    ['nothing', [], 'The first line names the columns: UnitSerNum, UnitModel, IMEI, ICCID1, ICCID2, PCBSerNum'],
    ['only a header', [HEADER], 'The file has no unit'],
    [
      'UTF-16',
      [['U\u0000n\u0000i\u0000t\u0000']],
      'The first line names the columns: UnitSerNum, UnitModel, IMEI, ICCID1, ICCID2, PCBSerNum',
    ],
    [
      'a column that is not known',
      [[...HEADER.slice(0, 4), 'ICCID_2'], unit(1)],
      'Unknown columns: ICCID_2. The first line names the columns: UnitSerNum, UnitModel, IMEI, ICCID1, ICCID2, PCBSerNum',
    ],
    ['10,001 units', [HEADER, ...Array.from({ length: 10_001 }, () => unit(1))], 'A file has at most 10,000 units'],
  ])('with %s is refused', (_, cells, problem) => {
    expect(unitsIn(cells)).toEqual({ units: [], problems: [{ line: 1, problem }] });
  });

  it('with a line of 10 MB is read in a moment', () => {
    const blanks = ' '.repeat(10 * 1024 * 1024);
    const begun = performance.now();
    const { problems } = unitsIn([HEADER, unit(1, { 0: `A${blanks}1` })]);
    expect(problems).toEqual([{ line: 2, problem: 'A serial number has 6 letters or digits' }]);
    expect(unitsIn([HEADER, unit(1, { 0: `A10001${blanks}` })]).units).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
