import { Flex } from '@chakra-ui/react';
import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { AlarmBoard } from './alarm-board.tsx';
import { CheckExportDialog } from './check-export-dialog.tsx';

export const firstReads: FirstReads = () => [readOf(monitoringCenters.board, {})];

/** The open alarms of the dealer and all below it. */
export default function AlarmsPage() {
  const [isChecking, setChecking] = useState(false);
  return (
    <Flex direction="column" gap="5" p={{ base: '4', md: '6' }} maxW="60rem">
      <PageHeader
        title="Open alarms"
        description="Escalated alarms come first, then the oldest. An alarm leaves when somebody closes it."
        primary={
          <PageAction label="Check an export" icon={FileCheck} variant="outline" onClick={() => setChecking(true)} />
        }
      />
      <AlarmBoard />
      <CheckExportDialog open={isChecking} onClose={() => setChecking(false)} />
    </Flex>
  );
}
