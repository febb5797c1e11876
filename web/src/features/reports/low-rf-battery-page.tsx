import { reports } from '#core/reports/contract.ts';
import { lowRfBattery } from '#core/reports/definitions/units.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: lowRfBattery, endpoint: reports.lowRfBattery };

export const firstReads = firstReadsOfReport(screen);

export default function LowRfBatteryPage() {
  return <ReportPage screen={screen} />;
}
