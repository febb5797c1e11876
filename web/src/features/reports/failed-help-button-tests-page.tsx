import { reports } from '#core/reports/contract.ts';
import { failedHelpButtonTests } from '#core/reports/definitions/failed-tests.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: failedHelpButtonTests, endpoint: reports.failedHelpButtonTests };

export const firstReads = firstReadsOfReport(screen);

export default function FailedHelpButtonTestsPage() {
  return <ReportPage screen={screen} />;
}
