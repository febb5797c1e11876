import type { SQSRecord } from 'aws-lambda';
import type { Reminder } from '#core/reminders/reminder.ts';
import { instant } from '#core/time.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { aUnit } from './fleet.ts';
import type { scopeOf } from './world.ts';

/** A new unit with a reminder that is due now, or was due `ago` milliseconds ago. */
export async function aReminder(
  scope: ReturnType<typeof scopeOf>,
  { ago = 0, UnitModel = 'MXD-LTE' }: { ago?: number; UnitModel?: UnitModel } = {},
) {
  const unit = await aUnit({ UnitModel });
  const reminder: Reminder = {
    UnitSerNum: unit.UnitSerNum,
    Message: 'TakeMedication',
    MessageTime: instant(Date.now() - ago),
    timeZone: 'UTC',
    state: 'scheduled',
    createdBy: scope.userName,
  };
  await reminderStore.put(scope, unit, reminder, { replace: false }, Date.now());
  return { unit, reminder };
}

/** The message of the scheduler when a reminder is due, or when its time is over. */
export const messageOf = ({
  UnitSerNum,
  Message,
  MessageTime,
}: Pick<Reminder, 'UnitSerNum' | 'Message' | 'MessageTime'>) =>
  ({
    messageId: 'm-1',
    body: JSON.stringify({ UnitSerNum, Message, MessageTime }),
    messageAttributes: {},
  }) as unknown as SQSRecord;

export const stateOf = async ({ UnitSerNum, Message }: Reminder) =>
  (await reminderStore.get(UnitSerNum, Message))?.state;
