import { reminderOfOrigin } from '#core/reminders/reminder.ts';
import type { EndedCommand } from '#data/consoles/commands.ts';
import { reminderStore } from '#data/reminders/reminders.ts';

/** Notes what came of the reminder that a command was given for; a command that was taken back went with its reminder. */
export async function onCommandEnded({ UnitSerNum, origin, outcome }: EndedCommand): Promise<void> {
  const reminder = reminderOfOrigin(origin);
  if (!reminder || outcome === 'withdrawn') return;
  await reminderStore.settle({ UnitSerNum, ...reminder }, outcome === 'done' ? 'sent' : 'missed');
}
