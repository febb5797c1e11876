import { AppError } from '#core/errors.ts';
import { reminders } from '#core/reminders/contract.ts';
import { REMINDER_MESSAGES, type Reminder } from '#core/reminders/reminder.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { call, type Input } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailure, showSuccess } from '#web/lib/messages/show.ts';

type Asked = Omit<Input<typeof reminders.schedule>, 'replace'>;

/**
 * Schedules a reminder. If one of its kind is scheduled, it asks whether to replace it. Resolves to true if it was
 * scheduled; rejects with the server's error.
 */
export function useScheduleReminder(known: readonly Reminder[]) {
  const confirm = useConfirm();
  const readAgain = useReadAgain();

  const mayReplace = (asked: Asked) =>
    confirm({
      title: `Replace the reminder “${REMINDER_MESSAGES[asked.Message]}”?`,
      consequence: `A reminder of this kind is already scheduled for ${asked.UnitSerNum}. A unit has one of each kind; the earlier one would not be given.`,
      actionLabel: 'Replace reminder',
      cancelLabel: 'Keep the earlier one',
      ...ACTIONS.replaceReminder,
    });

  const send = async (asked: Asked, replace: boolean) => {
    try {
      await call(reminders.schedule, { ...asked, replace });
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'CONFLICT';
      if (!isTaken || replace || asked.was !== undefined) throw error;
      if (!(await mayReplace(asked))) return false;
      await call(reminders.schedule, { ...asked, replace: true });
    }
    return true;
  };

  return async (asked: Asked): Promise<boolean> => {
    // Who edits a reminder means to replace it.
    const taken =
      asked.was === undefined && known.some(({ Message, state }) => Message === asked.Message && state === 'scheduled');
    if (taken && !(await mayReplace(asked))) return false;
    try {
      const scheduled = await send(asked, taken);
      if (scheduled) showSuccess(asked.was === undefined ? 'Successfully added to schedule' : 'Reminder changed');
      return scheduled;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'INVALID')) showFailure(error);
      throw error;
    } finally {
      void readAgain(reminders.list);
    }
  };
}
