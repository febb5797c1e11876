import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { SECOND } from '#core/time.ts';
import { dueAlarms, escalate } from '#data/monitoring-centers/escalation.ts';
import { logger } from '#platform/aws/observability.ts';

/** Shorter than the time between two runs. What is left is due in the next run too. */
const WORKING_MS = 40 * SECOND;

/** Escalates the alarms that nobody took in the time that their dealer gives. One that fails stays due, and does not keep others from their turn. */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const startedAt = Date.now();
    let failed = 0;
    for await (const alarms of dueAlarms(startedAt)) {
      const escalated = await Promise.allSettled(alarms.map((one) => escalate(one, Date.now())));
      for (const [index, result] of escalated.entries()) {
        if (result.status === 'fulfilled') continue;
        failed += 1;
        logger.error('An alarm could not be escalated', { ...alarms[index], error: result.reason as Error });
      }
      if (Date.now() - startedAt > WORKING_MS) break;
    }
    if (failed > 0) throw new Error(`${failed} alarms could not be escalated`);
    return { failed };
  });
