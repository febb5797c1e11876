import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { logger, measureFailures } from '#platform/aws/observability.ts';
import { handOn } from './hand-on.ts';
import { tellNews } from './news.ts';

/**
 * Sends what follows each change to the queue of reactions, where a failure is retried without holding up the stream. What the queue does
 * not take comes again from the stream, with all changes after it.
 */
export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async ({ Records }, { functionName }) => {
    const results = await Promise.allSettled(Records.map(handOn));
    const failures = results.filter(({ status }) => status === 'rejected');
    for (const { reason } of failures as PromiseRejectedResult[])
      logger.error('What follows a change of the table could not be sent', reason as Error);
    await tellNews(Records);
    measureFailures(functionName, failures.length);
    const first = Records[results.findIndex(({ status }) => status === 'rejected')];
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] };
  });
