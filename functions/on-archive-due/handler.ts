import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { MINUTE } from '#core/time.ts';
import { archiveRunStore } from '#data/history/archive-run.ts';
import { env } from '#platform/aws/env.ts';
import { filesIn } from '#platform/aws/message-files.ts';
import { logger } from '#platform/aws/observability.ts';

/** Shorter than the time between two runs. The next run continues. */
const WORKING_MS = 10 * MINUTE;

/** Copies the messages of the months that are over into the archive. */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const startedAt = Date.now();
    const files = filesIn(env('MESSAGE_ARCHIVE_BUCKET'));
    const isTimeLeft = () => Date.now() - startedAt < WORKING_MS;
    for (const month of await archiveRunStore.due(startedAt))
      while (isTimeLeft() && (await archiveRunStore.step(files, month, Date.now())));
    return { left: (await archiveRunStore.due(startedAt)).length };
  });
