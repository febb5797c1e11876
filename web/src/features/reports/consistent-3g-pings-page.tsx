import { reports } from '#core/reports/contract.ts';
import {
  consistent3GPings,
  DEFAULT_INTERVAL,
  DEFAULT_PING_COUNT,
  INTERVALS,
  PING_COUNTS,
} from '#core/reports/definitions/pings.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport, type ReportScreen } from './report-screen.ts';

const screen: ReportScreen = {
  report: consistent3GPings,
  endpoint: reports.consistent3GPings,
  size: 'itemsShown',
  choices: [
    { name: 'interval', label: 'Days', values: INTERVALS, preset: DEFAULT_INTERVAL },
    { name: 'pingCount', label: 'Pings', values: PING_COUNTS, preset: DEFAULT_PING_COUNT },
  ],
};

export const firstReads = firstReadsOfReport(screen);

export default function Consistent3GPingsPage() {
  return <ReportPage screen={screen} />;
}
