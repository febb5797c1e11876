import { reports } from '#core/reports/contract.ts';
import { DEFAULT_POWER_STATUS, failedToDownload, POWER_STATUSES } from '#core/reports/definitions/units.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = {
  report: failedToDownload,
  endpoint: reports.unitErrors,
  choices: [{ name: 'PowerStatus', label: 'Power status', values: POWER_STATUSES, preset: DEFAULT_POWER_STATUS }],
  fixed: { FailureType: 'ErrorCountMax' },
};

export const firstReads = firstReadsOfReport(screen);

export default function FailedToDownloadPage() {
  return <ReportPage screen={screen} />;
}
