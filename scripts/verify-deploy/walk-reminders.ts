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
/** A schedule as its API writes times: no fractions, no zone. */
const wallClock = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19);

/** Reminders: a schedule for each, which fills the queue when it is time, and goes when the reminder does. */
export function walkReminders(client: PortalClient, UnitSerNum: string): Step[] {
  const scheduler = new SchedulerClient({});
  const schedule = async (Message: 'EatAMeal' | 'TestUnit') => {
    const Name = scheduleName({ UnitSerNum, Message });
    const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ NamePrefix: Name }));
    return Schedules[0];
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
      name: 'a reminder gets a schedule, and loses it when it is deleted',
      async run() {
        await remind('EatAMeal');
        await eventually('there is a schedule', () => schedule('EatAMeal'));
        await client.call(api.reminders.remove, { UnitSerNum, Message: 'EatAMeal' });
        await eventually('the schedule is gone', async () => ((await schedule('EatAMeal')) ? undefined : true));
      },
    },
    {
      name: 'a schedule that is due fills the queue, and its function settles the reminder',
      async run() {
        await remind('TestUnit');
        const { Name, GroupName } = await eventually('there is a schedule', () => schedule('TestUnit'));
        const { ScheduleExpression, Target, FlexibleTimeWindow, ActionAfterCompletion } = await scheduler.send(
          new GetScheduleCommand({ Name, GroupName }),
        );
        assert.match(ScheduleExpression!, /^at\(/);
        // Nobody waits ten minutes: the same schedule, now.
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
