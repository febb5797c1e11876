import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { instant, SECOND } from '#core/time.ts';
import { judgedAt, outageSince } from '#core/units/outages.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { hearingStore } from '#data/units/hearing.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { logger } from '#platform/aws/observability.ts';

/** Shorter than the time between two runs. What is left is due in the next run too. */
const WORKING_MS = 40 * SECOND;

/**
 * Moves the units that became late or silent, because time passed, to their condition. A unit that has pinged since gets its next time. One
 * that fails stays due, and does not keep others from their turn. During an outage of the portal no unit is judged.
 */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const startedAt = Date.now();
    const hearing = await hearingStore.get();
    const since = outageSince(hearing, startedAt);
    if (since !== undefined) logger.warn('No unit becomes silent: the portal hears none', { since: instant(since) });
    let failed = 0;
    for await (const serialNumbers of unitFacetStore.due(judgedAt(hearing, startedAt))) {
      const settled = await Promise.allSettled(serialNumbers.map((one) => settleFacets(one, Date.now())));
      for (const [index, result] of settled.entries()) {
        if (result.status === 'fulfilled') continue;
        failed += 1;
        logger.error('A unit could not be moved to its condition', {
          UnitSerNum: serialNumbers[index],
          error: result.reason as Error,
        });
      }
      if (Date.now() - startedAt > WORKING_MS) break;
    }
    if (failed > 0) throw new Error(`${failed} units could not be moved to their condition`);
    return { failed };
  });
