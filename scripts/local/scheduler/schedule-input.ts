import { z } from 'zod';

/** Limits as in the EventBridge Scheduler API reference, CreateSchedule and its types. */
const Name = z.string().regex(/^[0-9a-zA-Z\-_.]{1,64}$/);
const QueueArn = z.string().regex(/^arn:aws:sqs:[a-z0-9-]+:\d{12}:[a-zA-Z0-9\-_]+$/, 'Only standard SQS queues');
const RoleArn = z.string().regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/);
const MAX_INPUT_BYTES = 256 * 1024;

const Target = z.strictObject({
  Arn: QueueArn,
  RoleArn,
  Input: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= MAX_INPUT_BYTES, `At most ${MAX_INPUT_BYTES} bytes`),
  DeadLetterConfig: z.strictObject({ Arn: QueueArn }).optional(),
  RetryPolicy: z
    .strictObject({
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).default(86_400),
      MaximumRetryAttempts: z.int().min(0).max(185).default(185),
    })
    .prefault({}),
});

/** CreateSchedule and UpdateSchedule as the portal uses them. Other members and expressions are refused. */
export const ScheduleInput = z.strictObject({
  Name,
  GroupName: Name.default('default'),
  ScheduleExpression: z.string().refine((text) => instantOf(text) !== undefined, 'Only at(yyyy-mm-ddThh:mm:ss)'),
  ScheduleExpressionTimezone: z.literal('UTC').default('UTC'),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  Target,
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  ClientToken: z
    .string()
    .optional()
    .transform(() => undefined),
});
export type ScheduleInput = z.output<typeof ScheduleInput>;

/** The time of `at(2026-11-21T09:00:00)` in UTC, in milliseconds; undefined for anything else. */
export function instantOf(expression: string): number | undefined {
  const text = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression)?.[1];
  const instant = Date.parse(`${text}Z`);
  return text && !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text) ? instant : undefined;
}
