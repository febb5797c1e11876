import { PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { CLOSE_CODES } from '#core/monitoring-centers/alarm.ts';
import type { SignedExport } from '#core/monitoring-centers/alarm-export.ts';
import { alarmWords } from '#core/monitoring-centers/board.ts';

/** Points of US Letter. */
const PAGE = [612, 792] as const;
const MARGIN = 54;
const SIZE = 10;
const LINE = 15;
const ATTACHED = 'alarm.json';

/** The facts of an exported alarm, one line each. Times are in UTC, as the file may be read anywhere. */
export function alarmLines({ content }: SignedExport): string[] {
  const { closeCode, zone, detail, notes, actions } = content;
  const facts: [string, string | undefined][] = [
    ['Unit', [content.UnitSerNum, content.unitID, content.UnitModel].filter(Boolean).join(', ')],
    ['Dealer', content.DealerName],
    ['Alarm', alarmWords(content.eventType)],
    ['Zone', zone?.toString()],
    ['Detail', detail],
    ['Raised', content.timeStamp],
    ['Received', content.receivedAt],
    ['Reporting', content.disabled ? 'off' : undefined],
    ['Escalated', content.escalatedAt],
    ['Answered', content.answeredAt],
    ['Seconds to answer', content.secondsToAnswer?.toString()],
    ['Has the alarm', content.heldBy],
    ['Closed', content.closedAt && `${content.closedAt}, by ${content.closedBy}`],
    ['Ended as', closeCode && CLOSE_CODES[closeCode]],
  ];
  return [
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])),
    ...(actions.length > 0 ? ['', 'Actions', ...actions.map(({ at, by, action }) => `${at}  ${by}: ${action}`)] : []),
    ...(notes.length > 0 ? ['', 'Notes', ...notes.map(({ at, by, text }) => `${at}  ${by}: ${text}`)] : []),
    '',
    `Exported ${content.exportedAt} by ${content.exportedBy}. All times are UTC.`,
    `The signed data is attached to this document as ${ATTACHED}. docs/alarm-exports.md says how anybody checks it.`,
  ];
}

/** The export as a PDF for people, with the signed data attached. */
export async function alarmPdf(exported: SignedExport): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const title = `Alarm of unit ${exported.content.UnitSerNum}`;
  pdf.setTitle(title);
  await pdf.attach(new TextEncoder().encode(JSON.stringify(exported)), ATTACHED, { mimeType: 'application/json' });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const known = new Set(font.getCharacterSet());
  const printable = (text: string) =>
    [...text].map((letter) => (known.has(letter.codePointAt(0)!) ? letter : letter === '\n' ? ' ' : '?')).join('');
  let page = pdf.addPage([...PAGE]);
  let y = PAGE[1] - MARGIN;
  page.drawText(title, { x: MARGIN, y, size: 16, font: bold });
  y -= 2 * LINE;
  for (const line of alarmLines(exported).flatMap((text) => wrapped(printable(text), font))) {
    if (y < MARGIN) {
      page = pdf.addPage([...PAGE]);
      y = PAGE[1] - MARGIN;
    }
    page.drawText(line, { x: MARGIN, y, size: SIZE, font });
    y -= LINE;
  }
  return pdf.save();
}

/** The text in lines that fit on the page. A word that is longer than a line is cut. */
function wrapped(text: string, font: PDFFont): string[] {
  const width = PAGE[0] - 2 * MARGIN;
  const lines = [''];
  for (const word of text.split(' ').flatMap((long) => long.match(/.{1,60}/gu) ?? [''])) {
    const last = lines.at(-1)!;
    const longer = last === '' ? word : `${last} ${word}`;
    if (font.widthOfTextAtSize(longer, SIZE) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
