import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from './env.ts';

const scheduler = new SchedulerClient(withRequestTimeout());

/** Has `message` put on the reminder queue at `at`, once; a schedule of the same name is replaced. */
export async function schedule(name: string, at: Date, message: object): Promise<void> {
  const command = {
    Name: name,
    GroupName: env('REMINDER_GROUP'),
    // Schedules know no fractions of a second.
    ScheduleExpression: `at(${at.toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: {
      Arn: env('REMINDER_QUEUE_ARN'),
      RoleArn: env('REMINDER_ROLE_ARN'),
      Input: JSON.stringify(message),
      // What the queue does not take for an hour is seen there, rather than lost with the schedule.
      DeadLetterConfig: { Arn: env('REMINDER_DEAD_LETTERS_ARN') },
      RetryPolicy: { MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 20 },
    },
  };
  try {
    await scheduler.send(new CreateScheduleCommand(command));
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
    await scheduler.send(new UpdateScheduleCommand(command));
  }
}

/** Takes a schedule back; one that is not there any more is fine. */
export async function unschedule(name: string): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: name, GroupName: env('REMINDER_GROUP') }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
