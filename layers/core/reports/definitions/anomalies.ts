import { instant } from '../../time.ts';
import type { CountersReport } from '../../unit-messages/common-reports.ts';
import type { Fact, Report } from '../report.ts';

/** The intervals of anomalous reports in hours [P3-K19]. */
export const ANOMALY_INTERVALS = [6, 12, 18, 24, 36] as const;
export const DEFAULT_ANOMALY_INTERVAL = 12;
/** P3-K20. */
export const LONGEST_ANOMALY_INTERVAL = 36;

/** P3-K08. */
export const ANOMALY_PAGE_SIZES = { pageSizes: [10, 50, 100, 500, 1000], defaultPageSize: 100 } as const;

/** Each report is a tab of one page. */
const anomalies = {
  time: 'Reported at',
  columns: { count: { label: 'Errors', kind: 'number' } },
  mode: 'each',
  /** Longer than the longest interval. */
  keptDays: 2,
  ...ANOMALY_PAGE_SIZES,
} as const;

/** The errors of one kind in what a unit counted since its last such report. A repeated report is the same fact. */
const counted =
  (counter: string) =>
  ({ MessageTime, counters }: CountersReport): Fact | undefined => {
    const count = counters.filter(({ name }) => name === counter).reduce((sum, { value }) => sum + value, 0);
    const at = instant(MessageTime);
    return count > 0 ? { subject: at, at, facts: { count } } : undefined;
  };

export const tagFileErrors: Report = {
  ...anomalies,
  name: 'tagFileErrors',
  path: '/devTools/anomalousReports?tab=0',
  title: 'Tag file errors',
  description: 'Units that counted errors in their voice tag files',
  ofCounters: counted('tagFile'),
};

export const recoveryCycles: Report = {
  ...anomalies,
  name: 'recoveryCycle',
  path: '/devTools/anomalousReports?tab=1',
  title: 'Recovery cycle',
  description: 'Units that went through recovery cycles',
  columns: { count: { label: 'Cycles', kind: 'number' } },
  ofCounters: counted('recoveryCycle'),
};

export const cellLossCounts: Report = {
  ...anomalies,
  name: 'cellLossCount',
  path: '/devTools/anomalousReports?tab=2',
  title: 'Cell loss count',
  description: 'Units that lost the cell network',
  columns: { count: { label: 'Losses', kind: 'number' } },
  ofCounters: counted('cellLossCount'),
};

export const cellLossEvents: Report = {
  ...anomalies,
  name: 'cellLossEvents',
  path: '/devTools/anomalousReports?tab=3',
  title: 'Cell loss events',
  description: 'Units that raised events because they lost the cell network',
  columns: { count: { label: 'Events', kind: 'number' } },
  ofCounters: counted('cellLossEvents'),
};

export const failedOutboundCalls: Report = {
  ...anomalies,
  name: 'failedOutboundCalls',
  path: '/devTools/anomalousReports?tab=4',
  title: 'Failed outbound calls',
  description: 'Units that counted calls which they could not make',
  columns: { count: { label: 'Calls', kind: 'number' } },
  ofCounters: counted('failedOutboundCalls'),
};

export const ppoeErrors: Report = {
  ...anomalies,
  name: 'ppoe',
  path: '/devTools/anomalousReports?tab=6',
  title: 'PPOE',
  description: 'Units that counted PPOE errors',
  ofCounters: counted('ppoe'),
};
