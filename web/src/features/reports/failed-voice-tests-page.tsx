import { reports } from '#core/reports/contract.ts';
import { failedVoiceTests } from '#core/reports/definitions/failed-tests.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: failedVoiceTests, endpoint: reports.failedVoiceTests };

export const firstReads = firstReadsOfReport(screen);

export default function FailedVoiceTestsPage() {
  return <ReportPage screen={screen} />;
}
