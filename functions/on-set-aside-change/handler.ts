import type { DynamoDBRecord } from 'aws-lambda';
import { z } from 'zod';
import { tableChange } from '#data/kit/table-change.ts';
import { follow } from '#functions/on-table-change/follow.ts';
import { consume } from '#platform/aws/consume.ts';

/** A record of the table's stream as it came; what is in its images is for the entities to say. */
const SetAsideChange = z.looseObject({ dynamodb: z.looseObject({ Keys: z.looseObject({}) }) });

/**
 * Follows a change that the stream set aside, and tries it again with its message (infra/wiring.ts). Who watches a bulk action is not
 * told of it: what came after it in the stream may have been told already.
 */
export const handler = consume(SetAsideChange, (record) => follow(tableChange(record as DynamoDBRecord)));
