import { z } from 'zod';
import { shownTime } from '../shown-time.ts';
import { HOUR, Instant, instant, MINUTE } from '../time.ts';
import type { Reason } from './notification-settings.ts';
import type { Occurrence } from './occurrence.ts';

/** Occurrences of one series that one mail will report. */
const Collected = z.object({
  count: z.number(),
  first: Instant,
  last: Instant,
  /** Of the first one. */
  subject: z.string().optional(),
  /** The texts of the first and of the latest ones. */
  texts: z.array(z.string()),
  /** How long after the first one the mail is sent, in milliseconds. */
  wait: z.number(),
});
export type Collected = z.infer<typeof Collected>;

/** A mail about a single occurrence, at `at`. `lastAt`: when its kind occurred last. Both in milliseconds. */
const Mailed = z.object({ kind: z.string(), at: z.number(), lastAt: z.number() });

/** The mails to a dealer about one reason, and one unit or its whole fleet. A malformed part counts as missing, since no alarm may fail at it. */
export const MailSeries = z.object({
  /** The mails about single occurrences, of the last hour. */
  mailed: z.array(Mailed).catch([]),
  /** The last mail about collected occurrences: when it was sent, and how long it had waited. */
  merged: z.object({ at: z.number(), wait: z.number() }).optional().catch(undefined),
  /** What the next mail about collected occurrences will report. */
  collected: Collected.optional().catch(undefined),
});
export type MailSeries = z.infer<typeof MailSeries>;

/** What a series is about if that is no single unit. No serial number has a space. */
export const FLEET = 'the fleet';
export const DEALER = 'the dealer';

/** One cause can do these to many units at once: a carrier's outage, a storm. Their mails are merged over all units of the dealer. */
const OF_MANY_UNITS: readonly Reason[] = ['Power Lost', 'SIM State Changed', 'Unit Not Reporting'];

/**
 * What the series of an occurrence is about, and the kind under which the series counts it: units of a fleet are different kinds, and so is each occurrence about
 * no unit that has no kind. Every occurrence has a series, so nothing that a unit or a person does causes mails without end.
 */
export function inSeries({ id, reason, UnitSerNum, kind }: Pick<Occurrence, 'id' | 'reason' | 'UnitSerNum' | 'kind'>): {
  about: string;
  kind: string;
} {
  if (UnitSerNum === undefined) return { about: DEALER, kind: kind ?? id };
  if (OF_MANY_UNITS.includes(reason)) return { about: FLEET, kind: `${UnitSerNum} ${kind ?? ''}` };
  return { about: UnitSerNum, kind: kind ?? '' };
}

/** An occurrence is mailed at once if its kind did not occur for this long. */
export const QUIET_MS = 15 * MINUTE;
/** The most mails about single occurrences in an hour. All others are collected. */
export const MAX_SINGLE_MAILS = 12;

/** How long collected occurrences wait: at first, and at most while they go on. A queue delays a message 15 minutes at most. */
const USUAL_WAIT = { first: 15 * MINUTE, longest: 15 * MINUTE };
/** A person may be in danger. */
const ALARM_WAIT = { first: MINUTE, longest: 5 * MINUTE };
const waitOf = (reason: Reason) => (reason === 'Emergency' ? ALARM_WAIT : USUAL_WAIT);

/** Doubles while mails about collected occurrences follow each other. */
function nextWait(merged: MailSeries['merged'], reason: Reason, now: number): number {
  const { first, longest } = waitOf(reason);
  return merged && now - merged.at < QUIET_MS ? Math.min(2 * merged.wait, longest) : first;
}

/** What becomes of an occurrence: `last`: its mail is the last one about a single occurrence for now. */
export type Placed = { series: MailSeries } & ({ atOnce: true; last: boolean } | { atOnce: false });

/** Decides whether an occurrence is mailed at once or collected. */
export function place(
  series: MailSeries,
  { kind = '', reason, subject, text }: Pick<Occurrence, 'kind' | 'reason' | 'subject' | 'text'>,
  now: number,
): Placed {
  const { merged, collected } = series;
  const recent = series.mailed.filter(({ at }) => now - at < HOUR);
  const repeats = recent.some((mail) => mail.kind === kind && now - mail.lastAt < QUIET_MS);
  const mailed = recent.map((mail) => (mail.kind === kind ? { ...mail, lastAt: now } : mail));
  if (!repeats && mailed.length < MAX_SINGLE_MAILS) {
    const all = [...mailed, { kind, at: now, lastAt: now }];
    return { atOnce: true, last: all.length === MAX_SINGLE_MAILS, series: { mailed: all, merged, collected } };
  }
  const next = collect(collected ?? { wait: nextWait(merged, reason, now) }, { subject, text }, now);
  return { atOnce: false, series: { mailed, merged, collected: next } };
}

/** The series after the mail about what was collected. */
export const withoutCollected = ({ mailed, merged, collected }: MailSeries, now: number): MailSeries => ({
  mailed,
  merged: collected ? { at: now, wait: collected.wait } : merged,
});

/** When the mail about collected occurrences is due, in milliseconds. */
export const dueAt = ({ first, wait }: Pick<Collected, 'first' | 'wait'>): number => Date.parse(first) + wait;

/** True if the mail about collected occurrences should have been sent long ago: its message is lost or fails. */
export const isOverdue = (collected: Pick<Collected, 'first' | 'wait'>, now: number): boolean =>
  now - dueAt(collected) >= QUIET_MS;

/** A flood must hide neither what came first nor what came last. */
const FIRST_TEXTS = 5;
const MAX_TEXTS = 10;

/** Adds an occurrence to those that were collected. */
export const collect = (
  { wait, count = 0, first = undefined, subject, texts = [] }: Partial<Collected> & Pick<Collected, 'wait'>,
  { subject: own, text }: Pick<Occurrence, 'subject' | 'text'>,
  now: number,
): Collected => ({
  wait,
  count: count + 1,
  first: first ?? instant(now),
  last: instant(now),
  subject: count === 0 ? own : subject,
  texts: texts.length < MAX_TEXTS ? [...texts, text] : [...texts.toSpliced(FIRST_TEXTS, 1), text],
});

/** The text of the last mail about a single occurrence for now. */
export const lastMailText = (reason: Reason, about: string, text: string): string =>
  [
    text,
    '',
    `This is mail ${MAX_SINGLE_MAILS} about ${isOfUnit(about) ? 'this unit' : `‘${reason}’`} within an hour. What follows is merged into fewer mails. The portal shows it at once, on the ${pagesOf(reason, about)}.`,
  ].join('\n');

/** The mail about collected occurrences. */
export function mergedMail(
  reason: Reason,
  about: string,
  { count, first, last, subject: own, texts }: Omit<Collected, 'wait'>,
): Pick<Occurrence, 'subject' | 'text'> {
  const isUnit = isOfUnit(about);
  const subject = isUnit
    ? `${reason}: unit ${about}`
    : `${reason}: ${count === 1 ? '1 notification' : `${count} notifications`}`;
  if (count === 1) return { subject: own ?? subject, text: texts.join('\n') };
  const more = count - texts.length;
  const heard = `${count} notifications for ‘${reason}’, from ${momentOf(first)} to ${momentOf(last)}.`;
  const lines = [
    isUnit ? `Unit ${about}: ${heard}` : heard,
    '',
    ...texts.slice(0, FIRST_TEXTS),
    ...(more > 0 ? [`${more} more. The portal shows them on the ${pagesOf(reason, about)}.`] : []),
    ...texts.slice(FIRST_TEXTS),
  ];
  return { subject: isUnit ? `${subject}, ${count} times` : subject, text: lines.join('\n') };
}

const isOfUnit = (about: string) => about !== FLEET && about !== DEALER;
const PAGES: Readonly<Record<string, string>> = { [FLEET]: 'pages of the units', [DEALER]: 'pages of the dealer' };
/** What is about a dealer's emergencies is about alarms that nobody has taken. */
const pagesOf = (reason: Reason, about: string) =>
  reason === 'Emergency' && about === DEALER ? 'board of open alarms' : (PAGES[about] ?? 'page of the unit');

/** The contacts of a dealer have no time zone in common. */
const momentOf = (at: string) =>
  shownTime(new Date(at), { format: 'dayFirst', timeZone: 'UTC' }, { seconds: true, zone: true });
