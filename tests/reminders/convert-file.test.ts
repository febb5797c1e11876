import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { transmittersIn } from '#core/accessories/stock-list.ts';
import { readBatch } from '#core/reminders/batch-file.ts';
import { FILE_NOT_RECOGNIZED } from '#core/table-file/csv-cells.ts';
import { ONLY_CSV } from '#core/units/unit-file.ts';
import { convertFile } from '#functions/reminders/convert-file.ts';
import { withMessage } from '#support/with-message.ts';

const base64 = (file: Buffer | string) => Buffer.from(file).toString('base64');

/** A ZIP archive of the files, packed. */
function archive(files: Record<string, string | Buffer>, method = 8): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let place = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(place, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    place += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...locals, ...entries, end]);
}

const sheet = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;
const excel = (rows: string, texts = '') =>
  archive({
    'xl/worksheets/sheet2.xml': sheet(''),
    'xl/worksheets/sheet1.xml': sheet(rows),
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  });

describe('an Excel file', () => {
  it('becomes rows: shared texts, own texts, numbers, and cells that are left out [P1-C72]', () => {
    const file = excel(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
        '<row r="2"><c r="A2" t="inlineStr"><is><t>C&amp;1</t></is></c><c r="C2"><v>4021</v></c></row><row r="3"/>',
      '<si><t>Line</t><r><t>ID</t></r></si><si><t xml:space="preserve">UnitID </t></si>',
    );
    expect(convertFile(base64(file))).toEqual([['LineID', '', 'UnitID'], ['C&1', '', '4021'], []]);
  });

  const dated = (rows: string, book = '') =>
    archive({
      'xl/workbook.xml': `<workbook>${book}</workbook>`,
      'xl/styles.xml':
        '<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0&quot;d&quot;"/></numFmts>' +
        '<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs>' +
        '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': sheet(rows),
    });

  it('has a day where a cell shows its number as a date, and the number elsewhere', () => {
    const row =
      '<row><c><v>46347</v></c><c s="1"><v>46347</v></c><c s="2"><v>46347.75</v></c><c s="3"><v>46347</v></c><c s="0"><v>46347</v></c>' +
      '<c s="1" t="str"><v>46347</v></c><c t="d"><v>2026-11-21T00:00:00.000</v></c><c s="1"><v>7</v></c><c s="9"><v>7</v></c></row>';
    expect(convertFile(base64(dated(row)))).toEqual([
      ['46347', '2026-11-21', '2026-11-21', '46347', '46347', '46347', '2026-11-21', '7', '7'],
    ]);
  });

  it('that counts its days from 1904 is refused, because its dates would be four years off', () => {
    const refused = () => convertFile(base64(dated('<row><c><v>1</v></c></row>', '<workbookPr date1904="1"/>')));
    expect(refused).toThrow(
      withMessage('The workbook counts its days from 1904. Save the sheet as .csv, and choose that file'),
    );
    expect(convertFile(base64(dated('<row><c><v>1</v></c></row>', '<workbookPr date1904="0"/>')))).toEqual([['1']]);
  });

  it('is read by its first sheet with cells, in the order that people see', () => {
    const cell = (text: string) => sheet(`<row><c><v>${text}</v></c></row>`);
    const ordered = (relationships: string) =>
      archive({
        'xl/workbook.xml':
          '<workbook><sheets><sheet name="Chart" r:id="rId3"/><sheet name="List" r:id="rId2"/><sheet name="Old" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': `<Relationships>${relationships}</Relationships>`,
        'xl/worksheets/sheet1.xml': cell('1'),
        'xl/worksheets/sheet2.xml': cell('2'),
      });
    const relationship = (id: string, target: string) => `<Relationship Id="${id}" Target="${target}"/>`;
    const chart = relationship('rId3', 'chartsheets/sheet1.xml');
    const old = relationship('rId1', 'worksheets/sheet1.xml');
    for (const target of ['worksheets/sheet2.xml', '/xl/worksheets/sheet2.xml'])
      expect(convertFile(base64(ordered(chart + old + relationship('rId2', target))))).toEqual([['2']]);
    expect(convertFile(base64(ordered('')))).toEqual([['1']]);
    const hidden = (state: string) =>
      archive({
        'xl/workbook.xml': `<workbook><sheets><sheet state="${state}" r:id="rId2"/><sheet r:id="rId1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${old + relationship('rId2', 'worksheets/sheet2.xml')}</Relationships>`,
        'xl/worksheets/sheet1.xml': cell('1'),
        'xl/worksheets/sheet2.xml': cell('2'),
      });
    expect(['hidden', 'veryHidden', 'visible'].map((state) => convertFile(base64(hidden(state))))).toEqual([
      [['1']],
      [['1']],
      [['2']],
    ]);
  });

  it('is read if it is not packed', () => {
    const file = archive({ 'xl/worksheets/sheet1.xml': sheet('<row><c><v>7</v></c></row>') }, 0);
    expect(convertFile(base64(file))).toEqual([['7']]);
  });
});

const workbook = (rows: string) =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook xmlns:ss="urn:x"><Worksheet><Table>${rows}</Table></Worksheet><Worksheet><Row><Cell><Data>no</Data></Cell></Row></Worksheet></Workbook>`;

describe('a SpreadsheetML file', () => {
  it('becomes the rows of its first sheet [P1-C72]', () => {
    const rows =
      '<Row><Cell><Data ss:Type="String">UnitSerNum</Data></Cell></Row>' +
      '<Row><Cell ss:Index="3"><Data ss:Type="Number">400123</Data></Cell></Row><!-- <Row> -->' +
      '<Row><Cell><Data><![CDATA[<b>]]></Data></Cell></Row>' +
      '<Row><Cell><Data ss:Type="DateTime">2026-11-21T00:00:00.000</Data></Cell><Cell><Data ss:Type="String">2026-11-21T08</Data></Cell></Row>';
    const expected = [['UnitSerNum'], ['', '', '400123'], ['<b>'], ['2026-11-21', '2026-11-21T08']];
    expect(convertFile(base64(workbook(rows)))).toEqual(expected);
    expect(convertFile(base64(Buffer.from(`\ufeff${workbook(rows)}`, 'utf16le')))).toEqual(expected);
  });
});

describe('a hostile file', () => {
  const bomb = () => archive({ 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * 1024 * 1024, 0x20) });
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><Workbook><Row><Cell><Data>&b;</Data></Cell></Row></Workbook>`;
  const withFirstSheet = (target: string) =>
    archive({
      'xl/workbook.xml': '<workbook><sheets><sheet r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="${target}"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'),
    });
  const broken = excel('<row><c><v>1</v></c></row>');

  it.each<[string, () => Buffer | string]>([
    ['inflates beyond all bounds', bomb],
    ['defines entities', () => laughs],
    ['is cut off', () => broken.subarray(0, broken.length - 30)],
    [
      'says that its parts are elsewhere',
      () => Buffer.concat([broken.subarray(0, -6), Buffer.from('ffffff7f0000', 'hex')]),
    ],
    ['has no sheet', () => archive({ 'readme.txt': 'hello' })],
    [
      'has more formats of cells than Excel keeps',
      () =>
        archive({
          'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'),
          'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(100_000)}</cellXfs></styleSheet>`,
        }),
    ],
    ['has no part for its first sheet', () => withFirstSheet('worksheets/sheet9.xml')],
    ['ends within a tag', () => '<?xml version="1.0"?><Workbook><Row'],
    ['has no rows', () => workbook('')],
    ['is only the mark of an archive', () => 'PK'],
  ])('that %s is refused [P1-M23]', (_, file) => {
    expect(() => convertFile(base64(file()))).toThrow(withMessage('File Type not recognized'));
    expect(FILE_NOT_RECOGNIZED).toBe('File Type not recognized');
  });

  it.each(['%PDF-1.7', '', 'UnitSerNum\n400123', '{"rows":[]}', '\0\0\0\0'])(
    'of another kind (%j) is refused [P1-M49]',
    (file) => {
      expect(() => convertFile(base64(file))).toThrow(withMessage('Only CSV files supported'));
      expect(ONLY_CSV).toBe('Only CSV files supported');
    },
  );

  it('with a cell in a far column or a long text keeps bounds', () => {
    const file = excel(`<row><c r="XFD1"><v>1</v></c><c r="A1"><v>${'9'.repeat(10_000)}</v></c></row>`);
    const [row] = convertFile(base64(file));
    expect(row).toHaveLength(1);
    expect(row![0]!.length).toBeLessThanOrEqual(200);
  });

  it('that repeats a text beyond what an answer can have is refused soon', () => {
    const begun = performance.now();
    const cells = '<c t="s"><v>0</v></c>'.repeat(50);
    const small = base64(excel(`<row>${cells}</row>`.repeat(20_000), `<si><t>${'x'.repeat(200)}</t></si>`));
    expect(small.length).toBeLessThan(1024 * 1024);
    expect(() => convertFile(small)).toThrow(
      withMessage('The file has too much text. Delete the columns that are not needed'),
    );
    const oneCell = base64(excel(`<row>${'<c r="A1" t="s"><v>0</v></c>'.repeat(500_000)}</row>`, '<si><t>x</t></si>'));
    expect(() => convertFile(oneCell)).toThrow(
      withMessage('The file has too much text. Delete the columns that are not needed'),
    );
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('with 20,000 rows of identifiers is read whole', () => {
    const row = '<row><c><v>C1</v></c><c><v>4021</v></c><c><v>A name of a person</v></c></row>';
    const rows = convertFile(base64(excel(row.repeat(20_001))));
    expect(rows).toHaveLength(20_001);
    expect(JSON.stringify(rows).length).toBeLessThan(5 * 1024 * 1024);
  });

  it('with too many rows is refused', () => {
    const row = '<Row><Cell><Data>1</Data></Cell></Row>';
    expect(() => convertFile(base64(workbook(row.repeat(20_003))))).toThrow(
      withMessage('Can only upload up to 20000 at a time.'),
    );
    const rows = convertFile(base64(workbook(row.repeat(20_002))));
    expect(readBatch(rows.map(() => ['UnitSerNum']))).toEqual({ refused: 'Can only upload up to 20000 at a time.' });
  });

  it.each([
    [
      'an Excel',
      excel,
      '<row><c><v>TX</v></c><c><v>A1B2</v></c></row>',
      (number: number) => `<row><c><v>TX${number}</v></c></row>`,
    ],
    [
      'a SpreadsheetML',
      workbook,
      '<Row><Cell><Data>TX</Data></Cell></Row>',
      (number: number) => `<Row><Cell><Data>TX${number}</Data></Cell></Row>`,
    ],
  ])('with a header, 20,000 transmitters and a last line is read from %s file [P3-K41]', (_, fileOf, line, lineOf) => {
    const lines = Array.from({ length: 20_000 }, (_, number) => lineOf(number)).join('');
    const { transmitters, problems } = transmittersIn(convertFile(base64(fileOf(line + lines + line))));
    expect([transmitters.length, problems]).toEqual([20_000, []]);
  });

  it('with millions of open tags ends soon', () => {
    const begun = performance.now();
    expect(() => convertFile(base64(`<?xml version="1.0"?>${'<'.repeat(2_000_000)}`))).toThrow(
      withMessage(FILE_NOT_RECOGNIZED),
    );
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
