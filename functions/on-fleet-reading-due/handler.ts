import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { CARRIERS } from '#core/sims/carrier.ts';
import { THINGSPACE_CALLBACK_PATH } from '#core/sims/thingspace-callback.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { env } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';
import { readFleet } from './read-fleet.ts';
import { STATES } from './states.ts';
import { USAGE } from './usage.ts';

/** Shorter than the time between two runs. What is left is read in the next run. */
const WORKING_MS = 40 * SECOND;
/** Two states and one usage a second and carrier, of five calls that Control Center allows. */
const PAUSES_MS = { states: 500, usage: 1_000 } as const;

/**
 * Reads SIMs from their carriers, all carriers at the same time, and finds those of which the portal says something else, or whose usage is not what is
 * billed. Also makes sure that ThingSpace knows where to post the results of requests.
 */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const until = Date.now() + WORKING_MS;
    const goesOn = () => Date.now() < until;
    const [failed] = await Promise.all([
      Promise.all(
        CARRIERS.flatMap((carrier) => [
          readFleet(carrier, { goesOn, pauseMs: PAUSES_MS.states }, STATES),
          readFleet(carrier, { goesOn, pauseMs: PAUSES_MS.usage }, USAGE),
        ]),
      ),
      registerCallbacks(),
    ]);
    const sum = failed.reduce((all, one) => all + one, 0);
    if (sum > 0) throw new Error(`${sum} SIMs could not be compared with their carriers`);
    return { failed: sum };
  });

const REGISTERED_FOR_MS = HOUR;
let registeredAt = Number.NEGATIVE_INFINITY;

/** Once an hour and instance: somebody can have changed it at ThingSpace. Without it, readings tell what a carrier did. */
async function registerCallbacks(): Promise<void> {
  if (Date.now() - registeredAt < REGISTERED_FOR_MS) return;
  try {
    const isNew = await (await carriers()).registerThingSpaceCallbacks(
      `${env('WEB_ORIGIN')}${THINGSPACE_CALLBACK_PATH}`,
    );
    if (isNew) logger.info('ThingSpace posts the results of requests here from now on');
    registeredAt = Date.now();
  } catch (error) {
    logger.warn('ThingSpace could not be told where to post the results of requests', { error: error as Error });
  }
}
