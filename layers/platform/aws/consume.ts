import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import { acceptCorrelationId, correlated } from './correlation.ts';
import { logger, measureFailures } from './observability.ts';

/**
 * The Lambda handler of a queue. Each message is parsed and worked on by itself; those that fail come back, the others do not.
 * A message that can never be understood fails too, and ends among the dead letters, where it is seen.
 */
export function consume<Message extends z.ZodType>(
  schema: Message,
  work: (message: z.output<Message>, record: SQSRecord) => Promise<void>,
) {
  async function workOn(record: SQSRecord): Promise<boolean> {
    const given = record.messageAttributes.correlationId?.stringValue;
    return correlated(acceptCorrelationId(given, record.messageId), async () => {
      try {
        await work(schema.parse(JSON.parse(record.body)), record);
        return true;
      } catch (error) {
        logger.error('A message could not be worked on', { error: error as Error, messageId: record.messageId });
        return false;
      }
    });
  }

  return middy<SQSEvent, SQSBatchResponse>()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .handler(async ({ Records }, { functionName }) => {
      const batchItemFailures: { itemIdentifier: string }[] = [];
      for (const record of Records)
        if (!(await workOn(record))) batchItemFailures.push({ itemIdentifier: record.messageId });
      measureFailures(functionName, batchItemFailures.length);
      return { batchItemFailures };
    });
}
