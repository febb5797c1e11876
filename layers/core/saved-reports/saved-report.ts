import { z } from 'zod';
import { text } from '../fields.ts';
import { isEqual } from '../is-equal.ts';
import { REPORT_LIST_NAMES, type ReportListName, reportListOf } from '../reports/lists.ts';
import { Instant } from '../time.ts';
import { FILE_FORMATS } from './format.ts';
import { addressOf, keptParameters, SAVED_PARAMETERS } from './saved-parameters.ts';
import { ReportSchedule } from './schedule.ts';

/** The most people who get a report by mail. */
export const MAX_RECIPIENTS = 10;

export const ReportName = text('The name', 60);
export const ReportId = z.string().regex(/^[0-9A-Z]{26}$/, 'No saved report has this key');
const UserKey = z.string().min(1).max(60);

const Kept = z.object({
  list: z.enum(REPORT_LIST_NAMES),
  parameters: z.partialRecord(z.enum(SAVED_PARAMETERS), z.string().min(1).max(100)),
});

/** A report that is saved under a name: the address of its list. */
export const SavedReportInput = Kept.extend({
  name: ReportName,
  /** True: all people of the dealer have it. */
  shared: z.boolean().default(false),
}).refine(({ list, parameters }) => isEqual(keptParameters(reportListOf(list), addressOf(parameters)), parameters), {
  path: ['parameters'],
  message: 'The report does not have these filters',
});
export type SavedReportInput = z.output<typeof SavedReportInput>;

/** How a saved report is sent by mail. */
export const ReportMailInput = ReportSchedule.extend({
  /** False: it is only sent when its owner says so. */
  active: z.boolean().default(true),
  format: z.enum(FILE_FORMATS).default('csv'),
  /** Users by their keys. */
  recipients: z
    .array(UserKey)
    .min(1, 'Choose at least one recipient')
    .max(MAX_RECIPIENTS, `Choose at most ${MAX_RECIPIENTS} recipients`),
});
export type ReportMailInput = z.output<typeof ReportMailInput>;

/** The recipients whom the caller was shown before the change. Those of them who have left since are not added again. */
export const ShownRecipients = z.array(UserKey).max(MAX_RECIPIENTS).default([]);

/** The recipients that a mail gets: without those who left it while its owner edited it. `present` is absent while there is no mail. */
export const withoutLeavers = (
  given: readonly string[],
  shown: readonly string[],
  present?: readonly string[],
): string[] => given.filter((one) => !present || present.includes(one) || !shown.includes(one));

/** What became of the latest sending. */
export const SendingOutcome = z.object({
  /** When it was due. */
  dueAt: Instant,
  at: Instant,
  /** Mails that the mail service accepted. */
  sent: z.number().int(),
  rows: z.number().int().optional(),
  /** The file has only the newest rows. */
  isCut: z.boolean().optional(),
  /** What went wrong, for people. */
  problem: z.string().optional(),
});
export type SendingOutcome = z.infer<typeof SendingOutcome>;

/** The mail of a saved report, as its owner sees it. */
export const ReportMail = ReportMailInput.extend({
  recipients: z.array(z.object({ UserKey, fullName: z.string() })),
  /** Absent: it is switched off. */
  nextAt: Instant.optional(),
  /** Why the portal has switched it off. */
  stopped: z.string().optional(),
  last: SendingOutcome.optional(),
});
export type ReportMail = z.output<typeof ReportMail>;

export const SavedReport = z.object({
  reportId: ReportId,
  name: ReportName,
  shared: z.boolean(),
  list: z.enum(REPORT_LIST_NAMES),
  parameters: z.record(z.string(), z.string()),
  savedBy: z.string(),
  /** The caller's own mail of the report. */
  mail: ReportMail.optional(),
});
export type SavedReport = z.output<typeof SavedReport>;

/** The address of a saved report in the portal. */
export function hrefOf({ list, parameters }: { list: ReportListName; parameters: Readonly<Record<string, string>> }) {
  const { path } = reportListOf(list).report;
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Words for the latest sending. */
export function outcomeWords({ sent, rows, isCut, problem }: SendingOutcome): string {
  const mails = sent === 0 ? 'Not sent' : `Sent to ${sent === 1 ? '1 person' : `${sent} people`}`;
  const content =
    rows === undefined ? '' : `, ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}${isCut ? ', cut' : ''}`;
  return `${mails}${sent === 0 ? '' : content}${problem === undefined ? '' : `. ${problem}`}`;
}
