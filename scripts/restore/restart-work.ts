import type { Reminder } from '#core/reminders/reminder.ts';
import { dealerTreeStore } from '#data/dealers/dealer-tree.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import type { ReactionMessage } from '#functions/on-reaction/message.ts';
import { groupOf } from '#platform/aws/message-group.ts';
import { sendMessage } from '#platform/aws/queue.ts';
import { overAllUnits } from './all-units.ts';

/** The states of a reminder that needs a schedule. */
const OPEN: readonly Reminder['state'][] = ['scheduled', 'waiting'];

/**
 * Sends the reactions again that create the schedules of open reminders and continue a dealer move. A reaction acts on the present state,
 * so a repeated one has no second effect. Returns how many it sent.
 */
export async function restartWork(queueUrl: string): Promise<{ reminders: number; moves: number }> {
  const send = (reaction: ReactionMessage, UnitSerNum?: string) =>
    sendMessage(queueUrl, reaction, 0, groupOf(UnitSerNum));
  const reminders = await overAllUnits(async (UnitSerNum) => {
    const open = (await reminderStore.list(UnitSerNum)).filter(({ state }) => OPEN.includes(state));
    for (const { Message } of open)
      await send({ reaction: 'schedule a reminder', message: { UnitSerNum, Message } }, UnitSerNum);
    return open.length;
  });
  const { moving } = await dealerTreeStore.read();
  if (moving) await send({ reaction: 'begin a dealer move', message: { moveId: moving.moveId } });
  return { reminders, moves: moving ? 1 : 0 };
}
