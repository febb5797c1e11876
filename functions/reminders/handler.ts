import { AppError } from '#core/errors.ts';
import { reminders } from '#core/reminders/contract.ts';
import { MAX_TIME_AHEAD, NOT_IN_THE_FUTURE, type Reminder, TOO_FAR_AHEAD } from '#core/reminders/reminder.ts';
import { inZone } from '#core/time-zones.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(reminders, {
  async list({ input, scope }) {
    await unitStore.get(scope, input.UnitSerNum);
    return { items: await reminderStore.list(input.UnitSerNum) };
  },

  /** Stores the reminder. The change stream schedules it, even if this process dies. */
  async schedule({ input: { replace, was: edited, MessageTime, ...input }, scope }) {
    const now = Date.now();
    const unit = await unitStore.get(scope, input.UnitSerNum);
    const due = MessageTime === 'immediately' ? new Date(now) : inZone(MessageTime, input.timeZone);
    if (due.getTime() < now) throw refused(NOT_IN_THE_FUTURE);
    if (due.getTime() > now + MAX_TIME_AHEAD) throw refused(TOO_FAR_AHEAD);
    const reminder: Reminder = {
      ...input,
      MessageTime: due.toISOString(),
      state: 'scheduled',
      createdBy: scope.userName,
    };
    await reminderStore.put(scope, unit, reminder, { replace, edited }, now);
    return reminder;
  },

  async remove({ input, scope }) {
    const unit = await unitStore.get(scope, input.UnitSerNum);
    await reminderStore.remove(scope, unit, input.Message, Date.now());
    return {};
  },
});

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'MessageTime', message }]);
