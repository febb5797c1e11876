import { reports } from '#core/reports/contract.ts';
import { failedDataTests } from '#core/reports/definitions/failed-tests.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: failedDataTests, endpoint: reports.failedDataTests };

export const firstReads = firstReadsOfReport(screen);

export default function FailedDataTestsPage() {
  return <ReportPage screen={screen} />;
}
