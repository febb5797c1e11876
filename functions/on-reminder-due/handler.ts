import { AppError } from '#core/errors.ts';
import { originOf, type Reminder, ReminderDue } from '#core/reminders/reminder.ts';
import { commandFor } from '#core/reminders/unit-command.ts';
import { HOUR } from '#core/time.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { commandStore } from '#data/commands.ts';
import { reminderStore } from '#data/reminders.ts';
import { unitConnectionStore } from '#data/unit-connections.ts';
import { unitStore } from '#data/units.ts';
import { type BridgeCommand, commandBridge } from '#platform/bridge.ts';
import { consume } from '#platform/consume.ts';

/** A reminder that comes later than this is worse than none: nobody should eat lunch twice. */
const WORTH_GIVING = HOUR;
const WHOLE_TREE = { dealerPath: '/' };

/** Gives a reminder to its unit: at once where the unit is connected, else as soon as it is. A repeated message gives it once. */
export const handler = consume(ReminderDue, async (due) => {
  const reminder = await reminderStore.get(due.UnitSerNum, due.Message);
  if (!reminder || reminder.MessageTime !== due.MessageTime || reminder.state === 'sent') return;
  const now = Date.now();
  if (now - Date.parse(due.MessageTime) > WORTH_GIVING) {
    await reminderStore.settle(due, 'missed');
    return;
  }
  await reminderStore.settle(due, (await give(reminder, now)) ? 'sent' : 'waiting');
});

/** True when a bridge has the command, false when it waits for the unit. */
async function give(reminder: Reminder, now: number): Promise<boolean> {
  const { UnitSerNum, Message, MessageTime, createdBy } = reminder;
  const unit = await unitStore.get(WHOLE_TREE, UnitSerNum);
  const command: BridgeCommand = {
    ...commandFor(unit.UnitModel as UnitModel, Message),
    // The same for the same reminder, so that it is given once however often its message comes.
    commandId: `reminder-${Message}-${Date.parse(MessageTime)}`,
    UnitSerNum,
    expiresAt: Date.parse(MessageTime) + WORTH_GIVING,
    givenBy: createdBy,
  };
  const { expiresAt, ...rest } = command;
  await commandStore.queue({ ...rest, validUntil: expiresAt, givenBy: createdBy, origin: originOf(reminder) });
  const connection = await unitConnectionStore.get(UnitSerNum, now);
  if (!connection) return false;
  try {
    await commandBridge(connection.bridgeAddress, command);
    return true;
  } catch (error) {
    // It stays in the record, and the bridge that the unit comes to next sends it.
    if (error instanceof AppError) return false;
    throw error;
  }
}
