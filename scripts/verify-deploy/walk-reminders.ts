import assert from 'node:assert/strict';
import {
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { api } from '#core/index.ts';
import { scheduleName } from '#core/reminders/reminder.ts';
import type { PortalClient } from './portal-client.ts';
import { eventually, type Step } from './steps.ts';

const MINUTE = 60_000;
const IN_TEN_MINUTES = 10 * MINUTE;
/** A time in a schedule's expression: no fractions, no zone. */
const wallClock = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19);

/** Reminders: one schedule for the due time, which sends to the queue, and one for the end. Both are deleted with the reminder. */
export function walkReminders(client: PortalClient, UnitSerNum: string): Step[] {
  const scheduler = new SchedulerClient({});
  const schedulesOf = async (Message: 'EatAMeal' | 'TestUnit') => {
    const Name = scheduleName({ UnitSerNum, Message });
    const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ NamePrefix: Name }));
    return {
      whenDue: Schedules.find((one) => one.Name === Name),
      whenOver: Schedules.find((one) => one.Name !== Name),
    };
  };
  const schedule = async (Message: 'EatAMeal' | 'TestUnit') => {
    const { whenDue, whenOver } = await schedulesOf(Message);
    return whenOver && whenDue;
  };
  const remind = (Message: 'EatAMeal' | 'TestUnit') =>
    client.call(api.reminders.schedule, {
      UnitSerNum,
      Message,
      MessageTime: wallClock(Date.now() + IN_TEN_MINUTES).slice(0, 16),
      timeZone: 'UTC',
    });
  return [
    {
      name: 'a reminder gets its schedules, and loses them when it is deleted',
      async run() {
        await remind('EatAMeal');
        await eventually('there are schedules', () => schedule('EatAMeal'));
        await client.call(api.reminders.remove, { UnitSerNum, Message: 'EatAMeal' });
        await eventually('the schedules are gone', async () => {
          const { whenDue, whenOver } = await schedulesOf('EatAMeal');
          return whenDue || whenOver ? undefined : true;
        });
      },
    },
    {
      name: 'a schedule that is due fills the queue, and its function settles the reminder',
      async run() {
        await remind('TestUnit');
        const { Name, GroupName } = await eventually('there are schedules', () => schedule('TestUnit'));
        const { ScheduleExpression, Target, FlexibleTimeWindow, ActionAfterCompletion } = await scheduler.send(
          new GetScheduleCommand({ Name, GroupName }),
        );
        assert.match(ScheduleExpression!, /^at\(/);
        // The same schedule, moved to now, instead of waiting ten minutes.
        const now = { ScheduleExpression: `at(${wallClock(Date.now() + 2_000)})`, ScheduleExpressionTimezone: 'UTC' };
        await scheduler.send(
          new UpdateScheduleCommand({ Name, GroupName, Target, FlexibleTimeWindow, ActionAfterCompletion, ...now }),
        );
        // The unit is not connected, so the reminder waits for it.
        await eventually(
          'the reminder waits for its unit',
          async () => {
            const { items } = await client.call(api.reminders.list, { UnitSerNum });
            return items.find(({ Message, state }) => Message === 'TestUnit' && state === 'waiting');
          },
          60,
        );
      },
    },
  ];
}
