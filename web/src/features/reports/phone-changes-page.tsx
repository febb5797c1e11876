import { reports } from '#core/reports/contract.ts';
import { phoneChanges } from '#core/reports/definitions/calls-and-events.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = { report: phoneChanges, endpoint: reports.phoneChanges, unit: 'unit' };

export const firstReads = firstReadsOfReport(screen);

export default function PhoneChangesPage() {
  return <ReportPage screen={screen} />;
}
