import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { longestUntested, type Receiver } from '#core/monitoring-centers/receiver.ts';
import { SECOND } from '#core/time.ts';
import { receiverStore } from '#data/monitoring-centers/receivers.ts';
import { logger } from '#platform/aws/observability.ts';
import { testReceiver } from '#platform/monitoring-centers/test-receiver.ts';

/** Shorter than the time-out of the function. */
const WORKING_MS = 40 * SECOND;

const AT_ONCE = 50;

/**
 * Sends a test to both addresses of each receiver of an active centre, over the way that alarms take, and stores what each answered. Fails
 * if one did not acknowledge it, so that an alarm of ours reports the receiver before somebody needs it. Those that
 * a run has no time for come first in the next one: receivers that do not answer keep no others from their test.
 */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const startedAt = Date.now();
    const counts = { tested: 0, failed: 0 };
    const all: Receiver[] = [];
    for await (const page of receiverStore.ofActiveCenters()) all.push(...page);
    const waiting = longestUntested(all);
    for (let first = 0; first < waiting.length; first += AT_ONCE) {
      const receivers = waiting.slice(first, first + AT_ONCE);
      const results = await Promise.allSettled(receivers.map(testReceiver));
      for (const [index, result] of results.entries()) {
        const { mcKey } = receivers[index]!;
        if (result.status === 'fulfilled' && result.value === 'withoutSecret') continue;
        counts.tested += 1;
        if (result.status === 'fulfilled' && result.value === 'ok') continue;
        counts.failed += 1;
        logger.error('A receiver did not acknowledge its test', {
          mcKey,
          ...(result.status === 'rejected' && { error: result.reason as Error }),
        });
      }
      if (Date.now() - startedAt > WORKING_MS) break;
    }
    if (counts.failed > 0)
      throw new Error(`${counts.failed} of ${counts.tested} receivers did not acknowledge their test`);
    return counts;
  });
