import { AppError } from '#core/errors.ts';
import {
  commandIdOf,
  missedFrom,
  originOf,
  type Reminder,
  ReminderDue,
  reminderExpiry,
} from '#core/reminders/reminder.ts';
import type { ReminderRecord } from '#core/reminders/reminder-record.ts';
import { commandFor } from '#core/reminders/unit-command.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { belongsTo } from '#data/units/unit-place.ts';
import { unitStore } from '#data/units/units.ts';
import { commandBridge } from '#platform/aws/bridge.ts';
import { consume } from '#platform/aws/consume.ts';

/** The states of a reminder without an outcome. */
const OPEN: readonly Reminder['state'][] = ['scheduled', 'waiting'];

/**
 * Sends a reminder to its unit: at once if the unit is connected, else when it connects. A repeated message sends it once. If the
 * unit's bridge does not accept the command, the message fails and the queue delivers it again. The message is scheduled once more for
 * the end of the reminder's time (layers/data/reminders/schedules.ts). A reminder that was not sent by then is missed, as is one whose
 * unit no longer belongs to the dealer that set it. A reminder that repeats is then scheduled for its next time.
 */
export const handler = consume(ReminderDue, async (due) => {
  const reminder = await reminderStore.get(due.UnitSerNum, due.Message);
  if (reminder?.MessageTime !== due.MessageTime) return;
  const now = Date.now();
  if (now >= missedFrom(due)) {
    await reminderOutcomeStore.conclude(due, now);
    await reminderOutcomeStore.repeat(due, now);
    return;
  }
  if (!OPEN.includes(reminder.state)) return;
  if (now > reminderExpiry(due)) throw new AppError('UNAVAILABLE', 'The reminder waits for the result of its command');
  const unit = await unitStore.get(WHOLE_TREE, due.UnitSerNum);
  // The person who set the reminder does not matter: a wearer keeps it when an employee leaves.
  if (!(await belongsTo(reminder.DealerKey, unit))) return reminderOutcomeStore.conclude(due, now);
  if (await give(reminder, unit, now)) await reminderOutcomeStore.settle(due, 'sent', now);
});

/** True if a bridge has the command; false if the command waits for the unit or the reminder is gone. */
async function give(reminder: ReminderRecord, unit: UnitRecord, now: number): Promise<boolean> {
  const { UnitSerNum, Message, createdBy } = reminder;
  const expiresAt = reminderExpiry(reminder);
  const command = {
    ...commandFor(unit.UnitModel as UnitModel, Message),
    commandId: commandIdOf(reminder),
    UnitSerNum,
  };
  const kept = {
    ...command,
    validUntil: expiresAt,
    DealerKey: reminder.DealerKey,
    origin: originOf(reminder),
    givenBy: createdBy,
    giver: { by: SYSTEM, unitDealerKey: unit.DealerKey },
  };
  if (!(await reminderOutcomeStore.queueCommand(reminder, kept, now))) return false;
  const connection = await unitConnectionStore.get(UnitSerNum, now);
  // The unit's next bridge reads the command from the table.
  if (!connection) return false;
  await commandBridge(connection.bridgeAddress, { ...command, expiresAt });
  return true;
}
