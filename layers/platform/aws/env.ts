import { z } from 'zod';

const Variables = z.object({
  STAGE: z.string().default('local'),
  TABLE_NAME: z.string(),
  SESSION_KEY: z.string().regex(/^(kms|file):.+/, 'kms:<key arn> or file:<path of a PEM>'),
  SEALING_KEY: z.string().regex(/^(kms|file):.+/, 'kms:<key arn> or file:<path of 32 bytes in base64>'),
  EDGE_KEY: z.string().regex(/^\S{32,}( \S{32,})*$/, 'keys of at least 32 letters, parted by spaces'),
  SECRET_NAME: z.string(),
  LIVE_ENDPOINT: z.url(),
  LIVE_URL: z.url(),
  WEB_ORIGIN: z.url(),
  INGEST_QUEUE_URL: z.url(),
  BULK_ACTION_QUEUE_URL: z.url(),
  DEALER_MOVE_QUEUE_URL: z.url(),
  SET_ASIDE_CHANGE_QUEUE_URL: z.url(),
  NOTIFICATION_QUEUE_URL: z.url(),
  REMINDER_QUEUE_ARN: z.string(),
  REMINDER_DEAD_LETTERS_ARN: z.string(),
  REMINDER_QUEUE_URL: z.url(),
  REMINDER_ROLE_ARN: z.string(),
  REMINDER_GROUP: z.string(),
  CONTROL_CENTER_ATT_URL: z.url(),
  CONTROL_CENTER_TELUS_URL: z.url(),
  THINGSPACE_URL: z.url(),
  MAIL_SENDER: z.email(),
});

export type Variable = keyof typeof Variables.shape;

/**
 * The value of an environment variable, checked.
 * @throws Error naming the variable, where it is missing or cannot be right: the first call of a wrong deployment says why.
 */
export function env(name: Variable): string {
  const result = Variables.shape[name].safeParse(process.env[name]);
  if (!result.success) throw new Error(`Environment variable ${name}: ${result.error.issues[0]!.message}`);
  return result.data;
}
