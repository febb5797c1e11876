import { outcomeWords, type SavedReport } from '#core/saved-reports/saved-report.ts';
import { scheduleWords } from '#core/saved-reports/schedule.ts';
import type { TimeStyle } from '#core/shown-time.ts';

/** The portal has switched the mail off. */
export const STOPPED = 'Stopped';

/** When a report is mailed: `Every Monday at 8:00 AM`. */
export function mailWords({ mail }: SavedReport, { format }: Pick<TimeStyle, 'format'>): string {
  if (!mail) return 'Not mailed';
  if (mail.active) return scheduleWords(mail, format);
  return mail.stopped === undefined ? 'Switched off' : STOPPED;
}

/** What became of the latest mail, or why there is none. */
export function lastWords({ mail }: SavedReport): string {
  const last = mail?.last && outcomeWords(mail.last);
  const isTold = mail?.stopped === undefined || mail.stopped === mail.last?.problem;
  return [...(isTold ? [] : [mail.stopped]), ...(last === undefined ? [] : [last])].join('. ');
}

/** What a change of a mail did: also who left it meanwhile and was not added again. `chosen` are users by their keys, `before` is the mail as it was shown. */
export function savedWords(
  { name, mail }: SavedReport,
  chosen: readonly string[],
  before: SavedReport['mail'],
): string {
  const left = (before?.recipients ?? []).filter(
    ({ UserKey }) => chosen.includes(UserKey) && !mail?.recipients.some((one) => one.UserKey === UserKey),
  );
  const saved = mail?.active ? `${name} is sent by mail` : `The mail of ${name} is saved`;
  if (left.length === 0) return saved;
  const names = new Intl.ListFormat('en').format(left.map(({ fullName }) => fullName));
  return `${saved}, without ${names}, who left it meanwhile`;
}
