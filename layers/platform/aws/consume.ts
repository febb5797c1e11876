import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { acceptCorrelationId, correlated } from './correlation.ts';
import { logger, measureFailures } from './observability.ts';

/**
 * Makes the Lambda handler of a queue. It parses and handles each message by itself, and only failed messages are delivered
 * again. An invalid message fails too, so it ends in the dead-letter queue, where an alarm reports it.
 */
export function consume<Message extends z.ZodType>(
  schema: Message,
  work: (message: z.output<Message>, record: SQSRecord, context: Context) => Promise<void>,
) {
  async function workOn(record: SQSRecord, context: Context): Promise<boolean> {
    const given = record.messageAttributes.correlationId?.stringValue;
    return correlated(acceptCorrelationId(given, record.messageId), async () => {
      try {
        await work(schema.parse(JSON.parse(record.body)), record, context);
        return true;
      } catch (error) {
        logger.error('A message could not be handled', { error: error as Error, messageId: record.messageId });
        return false;
      }
    });
  }

  return middy<SQSEvent, SQSBatchResponse>()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .handler(async ({ Records }, context) => {
      const batchItemFailures: { itemIdentifier: string }[] = [];
      for (const record of Records)
        if (!(await workOn(record, context))) batchItemFailures.push({ itemIdentifier: record.messageId });
      measureFailures(context.functionName, batchItemFailures.length);
      return { batchItemFailures };
    });
}
