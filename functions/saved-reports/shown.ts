import { mayAccess } from '#core/access.ts';
import { reportListOf } from '#core/reports/lists.ts';
import type { SavedReport } from '#core/saved-reports/saved-report.ts';
import type { Scope } from '#core/scope.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { type ReportMailRecord, reportMailStore } from '#data/saved-reports/report-mails.ts';
import { noSuchReport, savedReportStore } from '#data/saved-reports/saved-reports.ts';
import { userStore } from '#data/users/users.ts';

type Bare = Omit<SavedReport, 'mail'>;

const mayRead = (scope: Scope, { list }: Bare) => mayAccess(reportListOf(list).endpoint.access, scope);

/** The saved report, if the caller may read its list. */
export async function requireReport(scope: Scope, reportId: string): Promise<Bare> {
  const report = await savedReportStore.find(scope, reportId);
  if (!report || !mayRead(scope, report)) throw noSuchReport();
  return report;
}

/** The saved reports that the caller may read, each with the caller's mail of it. */
export async function shownReports(scope: Scope): Promise<SavedReport[]> {
  const [reports, mails] = await Promise.all([savedReportStore.list(scope), reportMailStore.ofUser(scope)]);
  return withMails(
    reports.filter((report) => mayRead(scope, report)),
    mails,
  );
}

export const shownReport = async (report: Bare, mail: ReportMailRecord | undefined): Promise<SavedReport> =>
  (await withMails([report], new Map(mail ? [[report.reportId, mail]] : [])))[0]!;

async function withMails(
  reports: readonly Bare[],
  mails: ReadonlyMap<string, ReportMailRecord>,
): Promise<SavedReport[]> {
  const keys = reports.flatMap(({ reportId }) => mails.get(reportId)?.settings.recipients ?? []);
  const names = new Map((await userStore.byKeys(keys)).map((user) => [user.UserKey, fullNameOf(user)]));
  return reports.map((report) => {
    const mail = mails.get(report.reportId);
    return { ...report, ...(mail && { mail: shownMail(mail, names) }) };
  });
}

/** A recipient who was deleted is left out: the next mail leaves them out too. */
function shownMail(
  { settings, nextAt, stopped, last }: ReportMailRecord,
  names: ReadonlyMap<string, string>,
): NonNullable<SavedReport['mail']> {
  const recipients = settings.recipients.flatMap((UserKey) => {
    const fullName = names.get(UserKey);
    return fullName === undefined ? [] : [{ UserKey, fullName }];
  });
  return {
    ...settings,
    recipients,
    ...(nextAt !== undefined && { nextAt }),
    ...(stopped !== undefined && { stopped }),
    ...(last && { last }),
  };
}
