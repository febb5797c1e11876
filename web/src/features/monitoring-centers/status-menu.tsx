import { type CenterStatus, CLOSED, type MonitoringCenter, STATUS_AFTER } from '#core/monitoring-centers/center.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { call } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';

const VERBS: Readonly<Record<CenterStatus, string>> = { 1: 'Reset', 2: 'Activate', 3: 'Suspend', 4: 'Close' };

/** Changes the status of a centre to one that can follow. */
export function StatusMenu({ center }: { center: MonitoringCenter }) {
  const change = useStatusChange();
  return (
    <ActionsMenu
      iconOnly
      size="xs"
      variant="ghost"
      label={`Change the status of ${center.name}`}
      items={STATUS_AFTER[center.status].map((status) => ({
        id: String(status),
        label: `${VERBS[status]} monitoring centre`,
        run: () => void change(center, status),
      }))}
    />
  );
}

/** Asks before a centre is closed, then saves the status [P3-S36]. */
function useStatusChange() {
  const confirm = useConfirm();
  const readAgain = useReadAgain();
  return async ({ mcKey, version, name }: MonitoringCenter, status: CenterStatus) => {
    const sure =
      status !== CLOSED ||
      (await confirm({
        title: `Close the monitoring centre ${name}?`,
        consequence: 'No other status can follow.',
        actionLabel: 'Close centre',
        ...ACTIONS.deleteRecord,
      }));
    if (!sure) return;
    try {
      await call(monitoringCenters.update, { mcKey, version, status });
      showSuccess('Status Updated');
    } catch (error) {
      showFailureUnder('Error, please try again', error);
    }
    await readAgain(monitoringCenters.list);
  };
}
