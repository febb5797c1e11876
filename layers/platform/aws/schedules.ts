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

/** Schedules `message` to be sent once to the reminder queue at `at`. It replaces a schedule of the same name. */
export async function schedule(name: string, at: Date, message: object): Promise<void> {
  const command = {
    Name: name,
    GroupName: env('REMINDER_GROUP'),
    // Schedules take whole seconds only.
    ScheduleExpression: `at(${at.toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    ActionAfterCompletion: 'DELETE' as const,
    Target: {
      Arn: env('REMINDER_QUEUE_ARN'),
      RoleArn: env('REMINDER_ROLE_ARN'),
      Input: JSON.stringify(message),
      // A message that the queue refuses for an hour goes there, where an alarm reports it.
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

/** Deletes a schedule, if it still exists. */
export async function unschedule(name: string): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: name, GroupName: env('REMINDER_GROUP') }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
