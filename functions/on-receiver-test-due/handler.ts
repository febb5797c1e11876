import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { SENDERS } from '#adapters/receivers/send.ts';
import { testAccountOf } from '#core/monitoring-centers/contact-id.ts';
import { addressesOf, type Receiver, type ReceiverTest } from '#core/monitoring-centers/receiver.ts';
import { instant, SECOND } from '#core/time.ts';
import { receiverSecretStore, receiverStore } from '#data/monitoring-centers/receivers.ts';
import { isOneMachine } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';

const TRY_TIMEOUT_MS = 5 * SECOND;
/** Shorter than the time-out of the function. */
const WORKING_MS = 40 * SECOND;

/**
 * Sends a test to both addresses of each receiver of an active centre, over the way that alarms take, and stores what each answered. Fails
 * if one did not acknowledge it, so that an alarm of ours reports the receiver before somebody needs it.
 */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const startedAt = Date.now();
    const counts = { tested: 0, failed: 0 };
    for await (const receivers of receiverStore.ofActiveCenters()) {
      const results = await Promise.allSettled(receivers.map(test));
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

async function test(receiver: Receiver): Promise<'ok' | 'failed' | 'withoutSecret'> {
  const secret = await receiverSecretStore.get(receiver.mcKey);
  if (secret === undefined) return 'withoutSecret';
  const outgoing = { account: testAccountOf(receiver.accountPrefix), sequence: 0 };
  const dialling = { privateAllowed: isOneMachine(), timeoutMs: TRY_TIMEOUT_MS };
  const tests = await Promise.all(
    addressesOf(receiver).map(async ({ place, address }): Promise<[typeof place, ReceiverTest]> => {
      const now = Date.now();
      const answer = await SENDERS[receiver.kind]({ address, secret }, outgoing, dialling, now);
      return [place, { at: instant(now), ...answer }];
    }),
  );
  await receiverStore.recordTests(receiver, Object.fromEntries(tests));
  return tests.every(([, { ok }]) => ok) ? 'ok' : 'failed';
}
