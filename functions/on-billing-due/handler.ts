import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { MINUTE } from '#core/time.ts';
import { noteFirstStatesStep } from '#data/billing/first-states.ts';
import { billingRunStore, makeBillsStep } from '#data/billing/make-bills.ts';
import { rateReader } from '#data/billing/rates.ts';
import { logger } from '#platform/aws/observability.ts';

/** Shorter than the time between two runs. The next run continues. */
const WORKING_MS = 10 * MINUTE;

/** Notes the units that were in service before billing began. Then makes the bills of the periods that are over, and closes them. */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const startedAt = Date.now();
    const isTimeLeft = () => Date.now() - startedAt < WORKING_MS;
    while (isTimeLeft() && (await noteFirstStatesStep(Date.now())));
    for (const period of await billingRunStore.due(startedAt)) {
      const rates = rateReader();
      while (isTimeLeft() && (await makeBillsStep(period, rates, Date.now())));
    }
    return { left: (await billingRunStore.due(startedAt)).length };
  });
