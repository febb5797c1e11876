import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { SECOND } from '#core/time.ts';
import { reportMailStore } from '#data/saved-reports/report-mails.ts';
import { logger } from '#platform/aws/observability.ts';

/** Shorter than the time between two runs. What is left is due in the next run too. */
const WORKING_MS = 40 * SECOND;

/** Has the reports sent whose time has come. One that fails stays due, and does not keep others from their turn. */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const startedAt = Date.now();
    let failed = 0;
    let cursor: string | null | undefined;
    do {
      const due = await reportMailStore.due(startedAt, cursor ?? undefined);
      const started = await Promise.allSettled(due.items.map((name) => reportMailStore.startDue(name, startedAt)));
      for (const [index, result] of started.entries()) {
        if (result.status === 'fulfilled') continue;
        failed += 1;
        logger.error('A report could not be sent', { ...due.items[index], error: result.reason as Error });
      }
      cursor = due.cursor;
    } while (cursor !== null && Date.now() - startedAt < WORKING_MS);
    if (failed > 0) throw new Error(`${failed} reports could not be sent`);
    return { failed };
  });
