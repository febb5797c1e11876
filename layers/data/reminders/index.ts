import { missedReminderOccurrence } from '#core/reminders/occurrence.ts';
import { reminderOfOrigin } from '#core/reminders/reminder.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { EndedCommandEntity } from '../consoles/commands.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';
import { BulkSchedulePartEntity } from './bulk-schedules.ts';
import { ReminderEntity } from './reminder-entity.ts';
import { reminderOutcomeStore } from './reminder-outcomes.ts';
import { updateSchedules } from './schedules.ts';

export const area: AreaData = {
  reactions: [
    reactTo(BulkSchedulePartEntity, {
      name: 'start a part of a bulk schedule',
      message: ({ before, after }) =>
        after && !before ? { schedule: after.schedule, part: after.part, by: after.askedBy.UserKey } : undefined,
      react: ({ by, ...part }, { send }) => send('bulk-schedule', part, { group: by }),
    }),
    reactTo(ReminderEntity, {
      name: 'schedule a reminder',
      message({ before, after }) {
        const moved = before?.MessageTime !== after?.MessageTime;
        if (!moved && (after?.state !== 'scheduled' || before?.state === 'scheduled')) return undefined;
        const { UnitSerNum, Message } = (after ?? before)!;
        return { UnitSerNum, Message, ...(before && { was: before.MessageTime }) };
      },
      react: updateSchedules,
    }),
    reactTo(EndedCommandEntity, {
      name: 'settle a reminder',
      /** A withdrawn command needs no reaction: its reminder was deleted with it. */
      message: ({ after }) =>
        after && after.outcome !== 'withdrawn' && reminderOfOrigin(after.origin)
          ? { UnitSerNum: after.UnitSerNum, origin: after.origin, outcome: after.outcome }
          : undefined,
      react: ({ UnitSerNum, origin, outcome }, _tools, now) =>
        reminderOutcomeStore.settle(
          { UnitSerNum, ...reminderOfOrigin(origin)! },
          outcome === 'done' ? 'sent' : 'missed',
          now,
        ),
    }),
    reactTo(ReminderEntity, {
      name: 'notify of a missed reminder',
      message: ({ before, after }) =>
        after?.state === 'missed' && before?.state !== 'missed'
          ? { UnitSerNum: after.UnitSerNum, Message: after.Message, MessageTime: after.MessageTime }
          : undefined,
      async react(reminder, tools, now) {
        const [unit] = await unitStore.getMany(WHOLE_TREE, [reminder.UnitSerNum]);
        if (unit) await notify(missedReminderOccurrence(unit, reminder), tools, now);
      },
    }),
  ],
};
