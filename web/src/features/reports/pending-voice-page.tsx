import { PENDING_VOICE, reports } from '#core/reports/contract.ts';
import { DEFAULT_POWER_STATUS, POWER_STATUSES, pendingVoice } from '#core/reports/definitions/units.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = {
  report: pendingVoice,
  endpoint: reports.pendingVoice,
  fixed: { FailureType: PENDING_VOICE },
  choices: [{ name: 'PowerStatus', label: 'Power status', values: POWER_STATUSES, preset: DEFAULT_POWER_STATUS }],
};

export const firstReads = firstReadsOfReport(screen);

export default function PendingVoicePage() {
  return <ReportPage screen={screen} />;
}
