import { CardSim, CloudDownload, Radio, ScrollText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { hours, REPORT_LISTS } from '#core/reports/lists.ts';
import { choiceAt, type ReportList } from '#core/reports/report-list.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { paths, withQuery } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport } from './report-screen.ts';
import { UnitDetailDialog } from './unit-detail-dialog.tsx';

/** The tabs in their order: the address has the index of one [P3-K31]. */
const TABS: readonly ReportList[] = [
  REPORT_LISTS.tagFileErrors,
  REPORT_LISTS.recoveryCycle,
  REPORT_LISTS.cellLossCount,
  REPORT_LISTS.cellLossEvents,
  REPORT_LISTS.failedOutboundCalls,
  REPORT_LISTS.anomalousDownloads,
  { ...REPORT_LISTS.ppoe, fixed: { dateOffset: new Date().getTimezoneOffset() } },
];

const screenAt = (parameters: URLSearchParams): ReportList => TABS[Number(parameters.get('tab'))] ?? TABS[0]!;

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
      to: withQuery('', { interval: choiceAt(parameters, hours), tab }),
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
