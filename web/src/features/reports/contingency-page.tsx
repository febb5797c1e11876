import { reports } from '#core/reports/contract.ts';
import { contingency } from '#core/reports/definitions/calls-and-events.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = {
  report: contingency,
  endpoint: reports.contingency,
  usualDays: 5,
  unit: 'unit',
  size: 'itemsByPage',
};

export const firstReads = firstReadsOfReport(screen);

export default function ContingencyPage() {
  return <ReportPage screen={screen} />;
}
