import { reports } from '#core/reports/contract.ts';
import { failedSupervised } from '#core/reports/definitions/failed-tests.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: failedSupervised, endpoint: reports.failedSupervised };

export const firstReads = firstReadsOfReport(screen);

export default function FailedSupervisedPage() {
  return <ReportPage screen={screen} />;
}
