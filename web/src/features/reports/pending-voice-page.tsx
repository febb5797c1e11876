import { REPORT_LISTS } from '#core/reports/lists.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport } from './report-screen.ts';

const screen = REPORT_LISTS.pendingVoice;

export const firstReads = firstReadsOfReport(screen);

export default function PendingVoicePage() {
  return <ReportPage screen={screen} />;
}
