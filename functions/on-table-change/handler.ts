import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { underCorrelation } from '#data/kit/correlation.ts';
import { correlationOf } from '#platform/aws/correlation.ts';
import { logger, measureFailures } from '#platform/aws/observability.ts';
import { reportChangedEntries } from './audit-watch.ts';
import { publishNews } from './news.ts';
import { sendReactions } from './send-reactions.ts';

/**
 * Sends the reactions to each change to their queue, where a failure is retried without blocking the stream. If the queue does not accept
 * a message, the stream delivers its change again, with all later ones.
 */
export const handler = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async ({ Records }, { functionName }) => {
    reportChangedEntries(Records);
    // A screen that shows an alarm does not wait for the reactions to other changes.
    const [results] = await Promise.all([
      Promise.allSettled(Records.map((record) => underCorrelation(correlationOf(record), () => sendReactions(record)))),
      publishNews(Records),
    ]);
    const failed = Records.filter((record, index) => {
      const result = results[index]!;
      if (result.status === 'fulfilled') return false;
      logger.error('The reactions to a change of the table could not be sent', {
        correlationId: correlationOf(record),
        error: result.reason as Error,
      });
      return true;
    });
    measureFailures(functionName, failed.length);
    const [first] = failed;
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] };
  });
