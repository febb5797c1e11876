import type { DynamoDBRecord } from 'aws-lambda';
import { z } from 'zod';

/** The input of a reaction: its message, or the stream record if `messageOf` failed for it. */
export const ReactionMessage = z.object({
  reaction: z.string(),
  message: z.unknown().optional(),
  record: z.custom<DynamoDBRecord>((given) => typeof given === 'object').optional(),
});
export type ReactionMessage = z.infer<typeof ReactionMessage>;
