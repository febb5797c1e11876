import { CardSim, CloudDownload, Radio, ScrollText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { reports } from '#core/reports/contract.ts';
import {
  ANOMALY_INTERVALS,
  ANOMALY_PAGE_SIZES,
  cellLossCounts,
  cellLossEvents,
  DEFAULT_ANOMALY_INTERVAL,
  failedOutboundCalls,
  ppoeErrors,
  recoveryCycles,
  tagFileErrors,
} from '#core/reports/definitions/anomalies.ts';
import { failedToDownload } from '#core/reports/definitions/units.ts';
import type { Report } from '#core/reports/report.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { paths, withQuery } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { ReportPage } from './report-page.tsx';
import { type Choice, choiceAt, firstReadsOfReport, type ReportScreen } from './report-screen.ts';
import { UnitDetailDialog } from './unit-detail-dialog.tsx';

/** P3-K19. */
const interval: Choice = {
  name: 'interval',
  label: 'Interval',
  values: ANOMALY_INTERVALS,
  words: (hours) => `Last ${hours} hours`,
  preset: DEFAULT_ANOMALY_INTERVAL,
};
const inHours = (report: Report, endpoint: ReportScreen['endpoint']): ReportScreen => ({
  report,
  endpoint,
  choices: [interval],
});

/** The tabs in their order: the address has the index of one [P3-K31]. */
const TABS: readonly ReportScreen[] = [
  inHours(tagFileErrors, reports.tagFileErrors),
  inHours(recoveryCycles, reports.recoveryCycles),
  inHours(cellLossCounts, reports.cellLossCounts),
  inHours(cellLossEvents, reports.cellLossEvents),
  inHours(failedOutboundCalls, reports.failedOutboundCalls),
  // Its page under maintenance has other sizes, so each keeps its own.
  {
    report: { ...failedToDownload, ...ANOMALY_PAGE_SIZES, name: 'anomalousDownloads' },
    endpoint: reports.failedToDownload,
  },
  {
    ...inHours(ppoeErrors, reports.ppoeErrors),
    fixed: { dateOffset: new Date().getTimezoneOffset() },
  },
];

const screenAt = (parameters: URLSearchParams): ReportScreen => TABS[Number(parameters.get('tab'))] ?? TABS[0]!;

export const firstReads: FirstReads = (parameters, session) =>
  firstReadsOfReport(screenAt(parameters))(parameters, session);

/** What units counted in the last hours, for engineers. A row opens the details of its unit. */
export default function AnomalousReportsPage() {
  const { parameters } = useAddressParameters();
  const [open, setOpen] = useState<ReportRow>();
  const screen = screenAt(parameters);
  const tabs = {
    label: 'Anomalous reports',
    active: screen.report.name,
    tabs: TABS.map(({ report: { name, title } }, tab) => ({
      id: name,
      label: title,
      to: withQuery('', { interval: choiceAt(parameters, interval), tab }),
    })),
  };
  return (
    <ReportPage
      key={screen.report.name}
      screen={screen}
      shared={{ title: 'Anomalous reports', tabs }}
      onOpen={setOpen}
      actions={ACTIONS}
    >
      {open && <UnitDetailDialog row={open} onClose={() => setOpen(undefined)} />}
    </ReportPage>
  );
}

const actionsOn = (UnitSerNum: string): ActionItem[] => [
  { id: 'unit', label: 'Edit the unit', icon: Smartphone, href: paths.unit(UnitSerNum) },
  { id: 'messages', label: 'TCP message log', icon: Radio, href: paths.tcpMessageLog({ UnitSerNum }) },
  { id: 'ota', label: 'Over the air', icon: CloudDownload, href: paths.ota({ serialNumber: UnitSerNum }) },
  { id: 'protocol', label: 'Live protocol log', icon: ScrollText, href: paths.liveProtocolLog(UnitSerNum) },
  { id: 'sim', label: 'SIM tool', icon: CardSim, href: paths.simTool({ UnitSerNum }) },
];

const ACTIONS: DataColumn<ReportRow> = {
  id: 'actions',
  size: 88,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <ActionsMenu
      iconOnly
      size="xs"
      variant="ghost"
      label={`Actions on ${original.UnitSerNum}`}
      items={actionsOn(original.UnitSerNum)}
    />
  ),
  meta: { label: 'Actions', locked: true, align: 'end', card: 'aside' },
};
