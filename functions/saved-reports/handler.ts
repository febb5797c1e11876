import { mayAccess } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import { reportListOf } from '#core/reports/lists.ts';
import { REPORT_SHARERS } from '#core/saved-reports/access.ts';
import { savedReports } from '#core/saved-reports/contract.ts';
import type { Scope } from '#core/scope.ts';
import { reportMailStore } from '#data/saved-reports/report-mails.ts';
import { savedReportStore } from '#data/saved-reports/saved-reports.ts';
import { serve } from '#platform/http/serve.ts';
import { possibleRecipients, requireRecipients } from './recipients.ts';
import { requireReport, shownReport, shownReports } from './shown.ts';

/** Who changes what all people of the dealer have. */
function requireSharing(scope: Scope, { shared }: { shared: boolean }): void {
  if (shared && !mayAccess(REPORT_SHARERS, scope))
    throw new AppError('FORBIDDEN', 'You may save reports for yourself, but not share them');
}

/** Mails are sent later, with all rights of the user whose they are. */
function requireOwnAccess({ actor, userKey }: Scope): void {
  if (actor.userKey !== userKey)
    throw new AppError('FORBIDDEN', 'You act as another user. Set up and send mails of reports with your own access');
}

/** The name of a report that its dealer no longer has. Its mail ends when it is due. */
const DELETED = '(deleted)';

const mailOf = ({ userKey: UserKey }: Scope, reportId: string) => ({ UserKey, reportId });

export const handler = serve(savedReports, {
  list: async ({ scope }) => ({ reports: await shownReports(scope) }),

  async save({ input, scope }) {
    requireSharing(scope, input);
    if (!mayAccess(reportListOf(input.list).endpoint.access, scope))
      throw new AppError('FORBIDDEN', 'You may not read this report');
    return savedReportStore.save(scope, input, Date.now());
  },

  async rename({ input: { reportId, name }, scope }) {
    const report = await requireReport(scope, reportId);
    requireSharing(scope, report);
    await savedReportStore.rename(scope, report, name, Date.now());
    return shownReport({ ...report, name }, await reportMailStore.get(mailOf(scope, reportId)));
  },

  async remove({ input: { reportId }, scope }) {
    const report = await savedReportStore.find(scope, reportId);
    if (!report) return {};
    requireSharing(scope, report);
    await savedReportStore.remove(scope, report, Date.now());
    // Mails that others have set up of a shared report end when they are due.
    await reportMailStore.remove(mailOf(scope, reportId));
    return {};
  },

  async recipients({ input: { reportId, text }, scope }) {
    const report = await requireReport(scope, reportId);
    return { users: await possibleRecipients(scope, report, text) };
  },

  async setMail({ input: { reportId, shownRecipients, ...settings }, scope }) {
    requireOwnAccess(scope);
    const report = await requireReport(scope, reportId);
    const recipients = [...new Set(settings.recipients)];
    const recipientNames = await requireRecipients(scope, report, recipients);
    const given = { settings: { ...settings, recipients }, recipientNames, shownRecipients };
    return shownReport(report, await reportMailStore.set(scope, report, given, Date.now()));
  },

  async sendNow({ input: { reportId }, scope }) {
    requireOwnAccess(scope);
    const report = await requireReport(scope, reportId);
    return shownReport(report, await reportMailStore.sendNow(mailOf(scope, reportId), Date.now()));
  },

  async stopMail({ input, scope }) {
    const mail = await reportMailStore.get(input);
    // Somebody else's mail takes the same work as none.
    if (!mail || ![mail.UserKey, ...mail.settings.recipients].includes(scope.userKey)) return {};
    const owner = { userKey: mail.UserKey, dealerKey: mail.DealerKey };
    const report = await savedReportStore.find(owner, mail.reportId);
    await reportMailStore.leave(input, scope, report?.name ?? DELETED, Date.now());
    return {};
  },
});
