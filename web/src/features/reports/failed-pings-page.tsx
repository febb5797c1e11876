import { IconButton } from '@chakra-ui/react';
import { Activity } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { dayIn, plusDays } from '#core/calendar-days.ts';
import { LOG_READERS } from '#core/logs/access.ts';
import { SESSION_READERS } from '#core/reports/access.ts';
import { FAILED_PING_DAYS } from '#core/reports/definitions/pings.ts';
import { REPORT_LISTS } from '#core/reports/lists.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { ReportPage } from './report-page.tsx';
import { firstReadsOfReport } from './report-screen.ts';
import { UnitDetailDialog } from './unit-detail-dialog.tsx';

const screen = REPORT_LISTS.failedPing;

export const firstReads = firstReadsOfReport(screen);

/** Engineers open a row as a dialog, others on the page of the unit [P3-A10, P3-A11]. */
export default function FailedPingsPage() {
  const isEngineer = useMay(SESSION_READERS);
  const mayReadLog = useMay(LOG_READERS);
  const [open, setOpen] = useState<ReportRow>();
  const { timeZone } = useTimeStyle();
  const today = dayIn(Date.now(), timeZone);
  const actions = useMemo(() => logColumn(today), [today]);
  return (
    <ReportPage screen={screen} {...(isEngineer && { onOpen: setOpen })} {...(mayReadLog && { actions })}>
      {open && <UnitDetailDialog row={open} onClose={() => setOpen(undefined)} />}
    </ReportPage>
  );
}

const logColumn = (today: string): DataColumn<ReportRow> => ({
  id: 'actions',
  size: 88,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <IconButton size="xs" variant="ghost" aria-label={`Ping log of ${original.UnitSerNum}`} asChild>
      <Link
        to={paths.pingLog({ unit: original.UnitSerNum, startDate: plusDays(today, -FAILED_PING_DAYS), endDate: today })}
      >
        <Activity aria-hidden />
      </Link>
    </IconButton>
  ),
  meta: { label: 'Actions', locked: true, align: 'end', card: 'aside' },
});
