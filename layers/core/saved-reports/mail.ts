import { dayIn } from '../calendar-days.ts';
import { type FileFormat, FORMAT_WORDS } from './format.ts';

/** The most rows of a mailed file. */
export const MOST_ROWS = 10_000;
/** The most characters of a mailed file, as CSV. Many mailboxes refuse mails of more than 10 MB, and a file in a mail takes a third more. */
export const MOST_CHARACTERS = 5_000_000;

interface MailedReport {
  /** What its owner has named it. */
  name: string;
  title: string;
  ownerName: string;
  isOwner: boolean;
  rows: number;
  isCut: boolean;
  format: FileFormat;
  /** Where the report is in the portal. */
  url: string;
  /** Where the recipient stops the mails. */
  stopUrl: string;
}

/** The subject and the text of a mail with a report. The subject names the kind of report only: subjects are shown on locked screens. */
export function reportMail({ title, ...mailed }: MailedReport): { subject: string; text: string } {
  const { name, ownerName, isOwner, rows, isCut, format, url, stopUrl } = mailed;
  const count = `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
  return {
    subject: `Report: ${title}`,
    text: [
      `The report "${oneLine(name)}" (${title}) has ${isCut ? `more than ${count}` : count}. The attached ${FORMAT_WORDS[format]} file has ${isCut ? 'the newest of them' : 'all of them'}.`,
      `${isCut ? 'Read the whole report in the portal:' : 'Read it in the portal:'}\n${url}`,
      `${isOwner ? 'You have' : `${oneLine(ownerName)} has`} set up this mail. Stop it here:\n${stopUrl}`,
    ].join('\n\n'),
  };
}

/** A name with line breaks could write paragraphs and links of its own. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The name of a mailed file: `failed-pings-2026-11-25.csv`. */
export const fileNameOf = (title: string, format: FileFormat, { timeZone, now }: { timeZone: string; now: number }) =>
  `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${dayIn(now, timeZone)}.${format}`;
