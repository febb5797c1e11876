import { reports } from '#core/reports/contract.ts';
import { DEFAULT_INTERVAL, INTERVALS, irregularCellService } from '#core/reports/definitions/pings.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = {
  report: irregularCellService,
  endpoint: reports.irregularCellService,
  size: 'itemsShown',
  choices: [{ name: 'interval', label: 'Days', values: INTERVALS, preset: DEFAULT_INTERVAL }],
};

export const firstReads = firstReadsOfReport(screen);

export default function IrregularCellServicePage() {
  return <ReportPage screen={screen} />;
}
