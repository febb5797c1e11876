import type { TableChange } from '#data/kit/table-change.ts';
import { startNewAttempt } from './bulk-action.ts';
import { beginMove } from './dealer-move.ts';
import { onCommandEnded } from './ended-command.ts';
import { notify, sendNew } from './notification.ts';
import { onReminderChange } from './reminder.ts';
import { onUserChange } from './user.ts';

/**
 * Does what a change of the table asks for. It may be told the same change twice, and one that was set aside after those that came
 * after it.
 */
export async function follow(change: TableChange | undefined): Promise<void> {
  if (change?.entity === 'bulkAction' && change.after) await startNewAttempt(change.before, change.after);
  if (change?.entity === 'reminder') await onReminderChange(change.before, change.after);
  if (change?.entity === 'endedCommand' && change.after) await onCommandEnded(change.after);
  if (change?.entity === 'dealerMove' && change.after) await beginMove(change.before, change.after);
  if (change?.entity === 'notification' && change.after) await sendNew(change.before, change.after);
  if (change?.entity === 'user') await onUserChange(change.before, change.after);
  if (change) await notify(change);
}
