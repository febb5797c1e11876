import { z } from 'zod';
import { isTimeZone } from '../zone.ts';
import { parseExpression } from './expression.ts';

/** Limits as in the EventBridge Scheduler API reference, CreateSchedule and its types. */
export const Name = z.string().regex(/^[0-9a-zA-Z\-_.]{1,64}$/);

const queueArn = /^arn:aws(-[a-z]+)?:sqs:[a-z0-9-]+:\d{12}:[a-zA-Z0-9\-_]+(\.fifo)?$/;
const roleArn = /^arn:aws(-[a-z]+)?:iam::\d{12}:role\/[\w+=,.@/-]+$/;
/** On the wire a time is a number of seconds since 1970. */
const Time = z.number().transform((seconds) => Math.round(seconds * 1000));

const RetryPolicy = z.object({
  MaximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
  MaximumRetryAttempts: z.int().min(0).max(185).optional(),
});

const Target = z.object({
  Arn: z.string().regex(queueArn, 'Only SQS queues are targets on one machine.'),
  RoleArn: z.string().max(1600).regex(roleArn),
  Input: z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= 256 * 1024, 'Member must have length less than or equal to 262144')
    .optional(),
  DeadLetterConfig: z
    .object({
      Arn: z
        .string()
        .regex(queueArn)
        .regex(/(?<!\.fifo)$/, 'A FIFO queue takes no dead letters.')
        .optional(),
    })
    .optional(),
  RetryPolicy: RetryPolicy.optional(),
  SqsParameters: z.object({ MessageGroupId: z.string().min(1).max(128).optional() }).optional(),
});

const FlexibleTimeWindow = z
  .object({ Mode: z.enum(['OFF', 'FLEXIBLE']), MaximumWindowInMinutes: z.int().min(1).max(1440).optional() })
  .refine(
    ({ Mode, MaximumWindowInMinutes }) => (Mode === 'FLEXIBLE') === (MaximumWindowInMinutes !== undefined),
    'MaximumWindowInMinutes must be given for FLEXIBLE, and only then.',
  );

/** The body of CreateSchedule and UpdateSchedule; the name is in the path. */
export const ScheduleInput = z.object({
  GroupName: Name.default('default'),
  ScheduleExpression: z.string().min(1).max(256),
  ScheduleExpressionTimezone: z.string().min(1).max(50).default('UTC'),
  StartDate: Time.optional(),
  EndDate: Time.optional(),
  Description: z.string().max(512).optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  FlexibleTimeWindow,
  Target,
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  KmsKeyArn: z.string().min(1).max(2048).optional(),
  ClientToken: z.string().min(1).max(64).optional(),
});
export type ScheduleInput = Omit<z.output<typeof ScheduleInput>, 'ClientToken' | 'GroupName'>;

const FIVE_MINUTES = 5 * 60_000;

/** What is wrong beyond the shape of each field, in the service's words where they are known. */
export function complaintAbout(input: z.output<typeof ScheduleInput>, now: number): string | undefined {
  const { ScheduleExpression, ScheduleExpressionTimezone, StartDate, EndDate, Target } = input;
  const expression = parseExpression(ScheduleExpression);
  if (!expression) return `Invalid Schedule Expression ${ScheduleExpression}.`;
  if (!isTimeZone(ScheduleExpressionTimezone)) {
    return `Invalid ScheduleExpressionTimezone ${ScheduleExpressionTimezone}.`;
  }
  if (Target.Arn.endsWith('.fifo') !== (Target.SqsParameters?.MessageGroupId !== undefined)) {
    return 'SqsParameters.MessageGroupId must be given for a FIFO queue, and only then.';
  }
  if (expression.kind === 'at') return undefined;
  if (StartDate !== undefined && StartDate < now - FIVE_MINUTES) {
    return 'The StartDate you specify cannot be earlier than 5 minutes ago.';
  }
  if (EndDate !== undefined && EndDate < Math.max(now, StartDate ?? 0)) {
    return 'The EndDate you specify cannot be earlier than now or the StartDate.';
  }
  return undefined;
}

/** The first issue in the way that AWS words it. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.map((part) => String(part)).join('.') ?? '';
  return `1 validation error detected: Value at '${where}' failed to satisfy constraint: ${issue?.message}`;
}
