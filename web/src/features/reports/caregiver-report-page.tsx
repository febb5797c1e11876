import { reports } from '#core/reports/contract.ts';
import { caregiverReport } from '#core/reports/definitions/units.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: caregiverReport, endpoint: reports.caregivers };

export const firstReads = firstReadsOfReport(screen);

export default function CaregiverReportPage() {
  return <ReportPage screen={screen} />;
}
