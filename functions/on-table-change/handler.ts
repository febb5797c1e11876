import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { logger, measureFailures } from '#platform/aws/observability.ts';
import { publishNews } from './news.ts';
import { sendReactions } from './send-reactions.ts';

/**
 * Sends the reactions to each change to their queue, where a failure is retried without blocking the stream. If the queue does not accept
 * a message, the stream delivers its change again, with all later ones.
 */
export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async ({ Records }, { functionName }) => {
    const results = await Promise.allSettled(Records.map(sendReactions));
    const failures = results.filter(({ status }) => status === 'rejected');
    for (const { reason } of failures as PromiseRejectedResult[])
      logger.error('The reactions to a change of the table could not be sent', reason as Error);
    await publishNews(Records);
    measureFailures(functionName, failures.length);
    const first = Records[results.findIndex(({ status }) => status === 'rejected')];
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] };
  });
