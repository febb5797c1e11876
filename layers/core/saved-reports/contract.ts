import { z } from 'zod';
import { staff } from '../access.ts';
import { defineArea } from '../contract.ts';
import { REPORT_SAVERS } from './access.ts';
import {
  ReportId,
  ReportMailInput,
  ReportName,
  SavedReport,
  SavedReportInput,
  ShownRecipients,
} from './saved-report.ts';

const Named = z.object({ reportId: ReportId });

export const savedReports = defineArea({
  list: {
    method: 'GET',
    path: '/api/savedReports',
    summary:
      'List the saved reports that the caller may read: their own, then those of the dealer, each with the caller’s mail of it',
    access: REPORT_SAVERS,
    input: z.object({}),
    output: z.object({ reports: z.array(SavedReport) }),
  },
  save: {
    method: 'POST',
    path: '/api/savedReports',
    summary: 'Save a report with its filters under a name. Sharing it needs UNIT_EDIT',
    access: REPORT_SAVERS,
    input: SavedReportInput,
    output: SavedReport,
    errors: ['FORBIDDEN', 'CONFLICT', 'TOO_LARGE'],
  },
  rename: {
    method: 'PUT',
    path: '/api/savedReports/{reportId}',
    summary: 'Rename a saved report. One that is shared needs UNIT_EDIT',
    access: REPORT_SAVERS,
    input: Named.extend({ name: ReportName }),
    output: SavedReport,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/savedReports/{reportId}',
    summary: 'Delete a saved report, with its mails. One that is shared needs UNIT_EDIT. Again is the same',
    access: REPORT_SAVERS,
    input: Named,
    output: z.object({}),
    errors: ['FORBIDDEN'],
  },
  recipients: {
    method: 'GET',
    path: '/api/savedReports/{reportId}/recipients',
    summary: 'List the users of the dealer who can get a saved report by mail',
    access: REPORT_SAVERS,
    input: Named.extend({ text: z.string().trim().max(60).default('') }),
    output: z.object({ users: z.array(z.object({ UserKey: z.string(), fullName: z.string() })) }),
    errors: ['NOT_FOUND'],
  },
  setMail: {
    method: 'PUT',
    path: '/api/savedReports/{reportId}/mail',
    summary: 'Set how the caller’s mail of a saved report is sent, and to whom',
    access: REPORT_SAVERS,
    givesRights: true,
    input: Named.extend(ReportMailInput.shape).extend({ shownRecipients: ShownRecipients }),
    output: SavedReport,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  sendNow: {
    method: 'POST',
    path: '/api/savedReports/{reportId}/mail/send',
    summary: 'Send the caller’s mail of a saved report now',
    access: REPORT_SAVERS,
    input: Named,
    output: SavedReport,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
  stopMail: {
    method: 'POST',
    path: '/api/savedReports/stopMail',
    summary: 'Stop getting a report by mail. Its owner switches it off for everybody. Again is the same',
    access: staff,
    input: Named.extend({ UserKey: z.string().min(1).max(60) }),
    output: z.object({}),
  },
});
