import type { DynamoDBRecord } from 'aws-lambda';
import { z } from 'zod';

/** What a reaction is given: its message, or the record of the stream if that could not be judged there. */
export const Handed = z.object({
  reaction: z.string(),
  message: z.unknown().optional(),
  record: z.custom<DynamoDBRecord>((given) => typeof given === 'object').optional(),
});
export type Handed = z.infer<typeof Handed>;
