import { instant, MINUTE } from '../time.ts';
import type { Occurrence } from './occurrence.ts';

/** Occurrences of one unit and reason that one mail will report. */
export interface Collected {
  count: number;
  first: string;
  last: string;
  /** The texts of the first and of the latest ones. */
  texts: readonly string[];
}

/** The mails to a dealer about one unit and reason. */
export interface MailSeries {
  /** The time of the last mail, in milliseconds. */
  mailedAt?: number | undefined;
  /** What happened since the last mail. */
  collected?: Collected | undefined;
}

/** The time between two mails of a series, and how long a mail about collected occurrences can wait. A queue delays a message this long at most. */
export const MERGE_MS = 15 * MINUTE;
/** A flood must hide neither what came first nor what came last. */
const FIRST_TEXTS = 5;
const MAX_TEXTS = 10;

/** True if an occurrence at `now` gets a mail of its own, at once. Otherwise it is collected. */
export const isMailedAtOnce = ({ mailedAt, collected }: MailSeries, now: number): boolean =>
  collected === undefined && (mailedAt === undefined || now - mailedAt >= MERGE_MS);

/** True if the mail about collected occurrences should have been sent long ago: its message is lost or fails. */
export const isOverdue = ({ first }: Pick<Collected, 'first'>, now: number): boolean =>
  now - Date.parse(first) >= 2 * MERGE_MS;

/** Adds an occurrence to those that were collected. */
export const collect = (before: Collected | undefined, text: string, now: number): Collected => ({
  count: (before?.count ?? 0) + 1,
  first: before?.first ?? instant(now),
  last: instant(now),
  texts: withText(before?.texts ?? [], text),
});

const withText = (texts: readonly string[], text: string): string[] =>
  texts.length < MAX_TEXTS ? [...texts, text] : [...texts.toSpliced(FIRST_TEXTS, 1), text];

/** The mail about collected occurrences. */
export function mergedMail(
  reason: Occurrence['reason'],
  unit: string,
  { count, first, last, texts }: Collected,
): Pick<Occurrence, 'subject' | 'text'> {
  const subject = `${reason}: unit ${unit}`;
  if (count === 1) return { subject, text: texts.join('\n') };
  const more = count - texts.length;
  const lines = [
    `Unit ${unit}: ${count} notifications for ‘${reason}’, from ${first} to ${last}.`,
    '',
    ...texts.slice(0, FIRST_TEXTS),
    ...(more > 0 ? [`${more} more. The portal shows them on the page of the unit.`] : []),
    ...texts.slice(FIRST_TEXTS),
  ];
  return { subject: `${subject}, ${count} times`, text: lines.join('\n') };
}
