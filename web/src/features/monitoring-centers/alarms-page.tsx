import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { alarmCountOf } from '#core/monitoring-centers/board.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { AlarmBoard } from './alarm-board.tsx';
import { CheckExportDialog } from './check-export-dialog.tsx';

export const firstReads: FirstReads = () => [readOf(monitoringCenters.board, {})];

/** The open alarms of the dealer and all below it. */
export default function AlarmsPage() {
  const [isChecking, setChecking] = useState(false);
  const { data } = useEndpoint(monitoringCenters.board, {});
  const count = data && alarmCountOf(data);
  return (
    <Page>
      <PageHeader
        title="Open alarms"
        {...(count !== undefined && { count })}
        description="Escalated alarms come first, then the oldest. An alarm leaves when somebody closes it."
        primary={
          <PageAction label="Check an export" icon={FileCheck} variant="outline" onClick={() => setChecking(true)} />
        }
      />
      <AlarmBoard />
      <CheckExportDialog open={isChecking} onClose={() => setChecking(false)} />
    </Page>
  );
}
