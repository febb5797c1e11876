import { describe, expect, it } from 'vitest';
import { TXM_FILES, TxmUpload, transmittersIn } from '#core/accessories/stock-list.ts';

const HEADER = ['SerialNumber', 'RFCode', 'ManufacturedDate'];
const LAST = ['Total', '2'];

describe('an uploaded list of transmitters', () => {
  it('has a header, which is no data, and a last line, which is ignored [P3-K43 P3-K44]', () => {
    const cells = [HEADER, ['p100', 'a1b2', '2026-11-21'], [''], ['P101', '', ''], ['P102', 'C1C2'], LAST, ['', '']];
    expect(transmittersIn(cells)).toEqual({
      transmitters: [
        { SerialNumber: 'P100', RFCode: 'A1B2', ManufacturedDate: '2026-11-21' },
        { SerialNumber: 'P101', RFCode: '0000' },
        { SerialNumber: 'P102', RFCode: 'C1C2' },
      ],
      problems: [],
    });
    // A header that looks like a transmitter is no data either.
    expect(
      transmittersIn([
        ['P1000', 'AAAA'],
        ['P1001', 'AAAB'],
        ['P1002', 'AAAC'],
      ]).transmitters,
    ).toEqual([{ SerialNumber: 'P1001', RFCode: 'AAAB' }]);
  });

  it('has at most 20,000 lines of data [P3-K41]', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => [`P${100_000 + index}`, 'A1B2']);
    expect(transmittersIn([HEADER, ...lines(20_000), LAST]).transmitters).toHaveLength(20_000);
    expect(transmittersIn([HEADER, ...lines(20_001), LAST])).toEqual({
      transmitters: [],
      problems: [{ line: 1, problem: 'A file has at most 20,000 transmitters' }],
    });
  });

  it('names each line that is wrong', () => {
    const cells = [
      HEADER,
      ['=1+1', 'A1B2'],
      ['P100', 'ZZZZ'],
      ['P101', 'A1B2', '21.11.2026'],
      ['P102', 'A1'],
      ['P103'],
      ['P103'],
      ['P103'],
      LAST,
    ];
    const { transmitters, problems } = transmittersIn(cells);
    expect(transmitters.map(({ SerialNumber }) => SerialNumber)).toEqual(['P103']);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 7, 8]);
    expect(problems.slice(-2)).toEqual([7, 8].map((line) => ({ line, problem: 'P103 is in line 6 already' })));
    for (const none of [[], [HEADER], [HEADER, LAST]]) expect(transmittersIn(none).problems).toHaveLength(1);
  });

  it('has a type of at most 60 characters, a name, and at most 90 different transmitters in a call', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ SerialNumber: `P${1000 + index}`, RFCode: 'A1B2' }));
    const takes = (given: object) =>
      TxmUpload.safeParse({ fileName: 'a.csv', type: 'Pendant', txmArray: some(1), ...given }).success;
    expect([{}, { type: 'x'.repeat(60) }, { txmArray: some(90) }, { fileName: 'x'.repeat(200) }].map(takes)).toEqual(
      Array(4).fill(true),
    );
    const wrong = [{ type: ' ' }, { type: 'x'.repeat(61) }, { fileName: ' ' }, { fileName: 'x'.repeat(201) }];
    const lists = [[], some(91), [...some(1), ...some(1)]].map((txmArray) => ({ txmArray }));
    expect([...wrong, ...lists].map(takes)).toEqual(Array(7).fill(false));
  });

  it('is an xls, csv or xlsx file [P3-K42]', () => expect(TXM_FILES).toEqual(['.xls', '.csv', '.xlsx']));
});
