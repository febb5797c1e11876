import { Flex, IconButton } from '@chakra-ui/react';
import { ListX, Mail } from 'lucide-react';
import { useMemo } from 'react';
import { REPORT_ACTORS } from '#core/reports/access.ts';
import { reports } from '#core/reports/contract.ts';
import type { ReportList } from '#core/reports/report-list.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { useStable } from '#web/components/hooks/use-stable.ts';
import { call } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { ReportPage } from './report-page.tsx';

/** P3-M09. */
const NOT_MAILED = 'Error sending email notification';

/** The report with a mail to the dealer and a removal on each row. */
export function BadPowerModules({ screen }: { screen: ReportList }) {
  const mayAct = useMay(REPORT_ACTORS);
  const refreshes = [reports.unitErrors];
  const removal = useEndpointMutation(reports.removeFromReport, {
    success: ({ UnitSerNum }) => `Unit ${UnitSerNum} was removed from the report`,
    refreshes,
  });
  const mail = useMailing();
  const remove = useStable((row: ReportRow) => void removal.trigger({ UnitSerNum: row.UnitSerNum }));
  const actions = useMemo(() => actionsColumn(remove, mail), [remove, mail]);
  return <ReportPage screen={screen} {...(mayAct && { actions })} />;
}

function useMailing() {
  const readAgain = useReadAgain();
  return useStable(async ({ UnitSerNum, DealerKey }: ReportRow) => {
    try {
      await call(reports.mailBadPowerModules, { dealerKey: DealerKey, exceptions: [UnitSerNum] });
      void readAgain(reports.unitErrors);
      showSuccess(`The dealer is mailed about unit ${UnitSerNum}`);
    } catch (error) {
      showFailureUnder(NOT_MAILED, error);
    }
  });
}

const actionsColumn = (
  onRemove: (row: ReportRow) => void,
  onMail: (row: ReportRow) => Promise<void>,
): DataColumn<ReportRow> => ({
  id: 'actions',
  size: 100,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <Flex justify="flex-end">
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={`Mail the dealer about ${original.UnitSerNum}`}
        onClick={() => void onMail(original)}
      >
        <Mail aria-hidden />
      </IconButton>
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={`Remove ${original.UnitSerNum} from the report`}
        onClick={() => onRemove(original)}
      >
        <ListX aria-hidden />
      </IconButton>
    </Flex>
  ),
  meta: { label: 'Actions', locked: true, align: 'end', card: 'aside' },
});
