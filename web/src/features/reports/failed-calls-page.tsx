import { reports } from '#core/reports/contract.ts';
import { failedCalls } from '#core/reports/definitions/calls-and-events.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: failedCalls, endpoint: reports.failedCalls, usualDays: 7 };

export const firstReads = firstReadsOfReport(screen);

export default function FailedCallsPage() {
  return <ReportPage screen={screen} />;
}
