import { useMemo, useState } from 'react';
import { reportListOf } from '#core/reports/lists.ts';
import { savedReports } from '#core/saved-reports/contract.ts';
import { hrefOf, type SavedReport } from '#core/saved-reports/saved-report.ts';
import type { TimeStyle } from '#core/shown-time.ts';
import { SECOND } from '#core/time.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { MailDialog } from './mail-dialog.tsx';
import { lastWords, mailWords, STOPPED } from './mail-words.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { useReportActions } from './use-report-actions.ts';
import { useStopQuestion } from './use-stop-question.ts';

export const firstReads: FirstReads = () => [readOf(savedReports.list, {})];

/** Mails take some seconds until their outcome is known. */
const REFRESH_MS = 15 * SECOND;

/** The saved reports of the person and of the dealer, and how they are mailed. */
export default function SavedReportsPage() {
  const { data, error, mutate } = useEndpoint(savedReports.list, {}, { refreshInterval: REFRESH_MS });
  const [mailed, setMailed] = useState<SavedReport>();
  const [renamed, setRenamed] = useState<SavedReport>();
  const actionsOf = useReportActions({ onMail: setMailed, onRename: setRenamed });
  useStopQuestion();
  const style = useTimeStyle();
  const columns = useMemo(() => [...columnsIn(style), actionsColumn(actionsOf)], [style, actionsOf]);
  return (
    <Page endsWithTable>
      <PageHeader
        title="Saved reports"
        {...(data && { count: data.reports.length })}
        description="Your reports and those of the dealer, with their filters."
      />
      <DataTable<SavedReport>
        name="savedReports"
        label="Saved reports"
        columns={columns}
        rows={data?.reports}
        rowId={({ reportId }) => reportId}
        rowHref={hrefOf}
        {...(error && { error: error.message })}
        onRetry={() => void mutate()}
        empty={{
          title: 'No saved report yet',
          description: 'Open a report, set its filters and choose "Save report".',
        }}
      />
      {mailed && <MailDialog key={mailed.reportId} report={mailed} onClose={() => setMailed(undefined)} />}
      {renamed && <RenameDialog key={renamed.reportId} report={renamed} onClose={() => setRenamed(undefined)} />}
    </Page>
  );
}

const columnsIn = (style: TimeStyle): readonly DataColumn<SavedReport>[] => [
  { accessorKey: 'name', size: 220, meta: { label: 'Name', locked: true, card: 'title' } },
  {
    id: 'report',
    accessorFn: ({ list }) => reportListOf(list).report.title,
    size: 190,
    meta: { label: 'Report' },
  },
  {
    id: 'shared',
    accessorFn: ({ shared, savedBy }) => (shared ? `Shared by ${savedBy}` : 'Only for you'),
    size: 180,
    meta: { label: 'For' },
  },
  {
    id: 'mail',
    accessorFn: (report) => mailWords(report, style),
    size: 210,
    cell: ({ row: { original } }) =>
      mailWords(original, style) === STOPPED ? (
        <StatusBadge tone="warning" label={STOPPED} look="plain" />
      ) : (
        mailWords(original, style)
      ),
    meta: { label: 'Mail', text: (report) => mailWords(report, style), card: 'aside' },
  },
  {
    id: 'next',
    accessorFn: ({ mail }) => mail?.nextAt ?? '',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.mail?.nextAt} seconds={false} never="" />,
    meta: { label: 'Next mail' },
  },
  { id: 'last', accessorFn: lastWords, size: 260, meta: { label: 'Last mail', grows: true } },
];

const actionsColumn = (actionsOf: ReturnType<typeof useReportActions>): DataColumn<SavedReport> => ({
  id: 'actions',
  size: 88,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <ActionsMenu iconOnly size="xs" variant="ghost" label={`Actions on ${original.name}`} items={actionsOf(original)} />
  ),
  meta: { label: 'Actions', locked: true, align: 'end', card: 'aside' },
});
