import { accessories } from '#core/accessories/contract.ts';
import { AppError } from '#core/errors.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailure, showSuccess } from '#web/lib/messages/show.ts';

/** The unit that has the accessory, if that is why the call was refused. */
const unitThatHasIt = (error: unknown): string | undefined =>
  error instanceof AppError && error.code === 'CONFLICT'
    ? error.issues.find(({ path }) => path === 'moveFrom')?.message
    : undefined;

/**
 * Gives an accessory to a unit. If another unit has it, the person is asked whether to move it from there. Returns false if they do not want that,
 * or if it failed, which a toast says.
 */
export function useAskToMove(UnitSerNum: string) {
  const confirm = useConfirm();
  const readAgain = useReadAgain();
  return async (give: (moveFrom: string | undefined) => Promise<unknown>): Promise<boolean> => {
    let from: string | undefined;
    try {
      for (;;) {
        try {
          await give(from);
          showSuccess('The Unit will update on the next ping!');
          return true;
        } catch (error) {
          const other = unitThatHasIt(error);
          if (other === undefined) throw error;
          const sure = await confirm({
            title: `Move the accessory from unit ${other} to ${UnitSerNum}?`,
            consequence: `Unit ${other} forgets it at its next appropriate ping, and ${UnitSerNum} gets it at its own.`,
            actionLabel: 'Move accessory',
            ...ACTIONS.moveAccessory,
          });
          if (!sure) return false;
          from = other;
        }
      }
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      void readAgain(accessories.rfDevices, accessories.bluetoothDevices);
    }
  };
}
