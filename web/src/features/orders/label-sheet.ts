import bwip from 'bwip-js/generic';
import { PDFDocument, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

/** Points of US Letter, and of sheets with 3 by 10 labels of 2 5/8 by 1 inch (Avery 5160). */
const PAGE = [612, 792] as const;
const SHEET = { columns: 3, rows: 10, left: 13.5, top: 36, width: 189, height: 72, pitch: 198 } as const;
const PER_SHEET = SHEET.columns * SHEET.rows;
const MARGIN = 9;
const QR_SIZE = 50;
/** Left and right of a Code 128 are ten modules of white. */
const CODE = { height: 30, width: 104, quiet: 12 } as const;
const TEXT_SIZE = 11;

const rectangle = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** The bars of a Code 128 as a path of the height in modules, and its width in modules. */
export function code128(text: string, height: (width: number) => number): { path: string; width: number } {
  const [code] = bwip.raw('code128', text) as unknown as [{ sbs: number[] }];
  const total = code.sbs.reduce((sum, width) => sum + width, 0);
  let at = 0;
  const bars = code.sbs.map((width, index) => {
    const bar = index % 2 === 0 ? rectangle(at, 0, width, height(total)) : '';
    at += width;
    return bar;
  });
  return { path: bars.join(''), width: total };
}

/** The modules of a QR code as a path, and its width in modules. */
export function qrCode(text: string): { path: string; width: number } {
  const [{ pixs, pixx }] = bwip.raw('qrcode', text) as unknown as [{ pixs: number[]; pixx: number }];
  const modules = pixs.map((pixel, index) => (pixel ? rectangle(index % pixx, Math.floor(index / pixx), 1, 1) : ''));
  return { path: modules.join(''), width: pixx };
}

/** A PDF of label sheets: each label has the text, as Code 128, as QR code and in letters. */
export async function labelSheets(texts: readonly string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle('Unit ID labels');
  const font = await pdf.embedFont(StandardFonts.HelveticaBold);
  let page: PDFPage | undefined;
  for (const [index, text] of texts.entries()) {
    const place = index % PER_SHEET;
    if (place === 0) page = pdf.addPage([...PAGE]);
    const x = SHEET.left + (place % SHEET.columns) * SHEET.pitch + MARGIN;
    const top = PAGE[1] - SHEET.top - Math.floor(place / SHEET.columns) * SHEET.height - MARGIN;
    const qr = qrCode(text);
    draw(page!, qr.path, { x, y: top, scale: QR_SIZE / qr.width });
    const beside = x + QR_SIZE + CODE.quiet;
    const bars = code128(text, (width) => (CODE.height * width) / CODE.width);
    draw(page!, bars.path, { x: beside, y: top, scale: CODE.width / bars.width });
    page!.drawText(text, { x: beside, y: top - CODE.height - TEXT_SIZE - 4, size: TEXT_SIZE, font });
  }
  return pdf.save();
}

const draw = (page: PDFPage, path: string, { x, y, scale }: { x: number; y: number; scale: number }) =>
  page.drawSvgPath(path, { x, y, scale, color: rgb(0, 0, 0), borderWidth: 0 });
