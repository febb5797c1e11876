import { demoUnits } from '#core/demo-units/contract.ts';
import { type DemoStatus, UNCHANGED } from '#core/demo-units/demo-status.ts';
import { ACTIONS } from '#core/severity.ts';
import { DESTROYED } from '#core/units/unit.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { toastWarning } from '#web/components/messages/toaster.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { showSuccess } from '#web/lib/messages/show.ts';

/** Asks before units are destroyed. Resolves to true if the change may go on. */
export function useAskToDestroy() {
  const confirm = useConfirm();
  return async (count: number, UnitStatus: DemoStatus): Promise<boolean> =>
    UnitStatus !== DESTROYED ||
    confirm({
      title: `Mark ${unitCount(count)} as destroyed?`,
      consequence: 'No other status can follow.',
      actionLabel: 'Mark as destroyed',
      ...ACTIONS.destroyUnits,
    });
}

/** Changes the status of units in one step, which become demo units. Resolves to false if nothing was sent. */
export function useStatusChange() {
  const ask = useAskToDestroy();
  const { submit } = useEndpointMutation(demoUnits.updateMany, { refreshes: [demoUnits.list] });
  return async (units: readonly string[], UnitStatus: DemoStatus): Promise<boolean> => {
    if (!(await ask(units.length, UnitStatus))) return false;
    const { changed, failed } = await submit({ units: [...units], UnitStatus });
    if (changed.length > 0)
      showSuccess(
        UnitStatus === UNCHANGED ? `${unitCount(changed.length)} added` : `${unitCount(changed.length)} changed`,
      );
    if (failed.length > 0)
      toastWarning({
        title: `${unitCount(failed.length)} not changed`,
        description: failed.map(({ UnitSerNum, message }) => `${UnitSerNum}: ${message}`).join('. '),
        duration: TOAST_DURATION.failure,
      });
    return true;
  };
}
