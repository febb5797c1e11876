import { REPORT_LISTS } from '#core/reports/lists.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport } from './report-screen.ts';

const screen = REPORT_LISTS.phoneChange;

export const firstReads = firstReadsOfReport(screen);

export default function PhoneChangesPage() {
  return <ReportPage screen={screen} />;
}
