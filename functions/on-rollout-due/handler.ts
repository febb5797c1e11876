import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { SECOND } from '#core/time.ts';
import type { RolloutItem } from '#data/rollouts/entities.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { logger } from '#platform/aws/observability.ts';
import { endRollout } from './end.ts';
import { awaitUnits, rollBack } from './roll-back.ts';
import { runRollout } from './run.ts';

/** Shorter than the time between two runs. What is left is done in the next run. */
const WORKING_MS = 40 * SECOND;

const WORK = { running: runRollout, ending: endRollout, rollingBack: rollBack, awaitingUnits: awaitUnits };

const onlyWaits = ({ state }: RolloutItem) => state === 'awaitingUnits';

/**
 * Works on each rollout that is under way. Every step is a transaction with its condition, so a run that is cut off, and two runs at once,
 * do nothing twice. One rollout that fails does not keep others from their turn.
 */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const end = Date.now() + WORKING_MS;
    // Those that only wait for silent units can be many, and seldom have work.
    const rollouts = (await rolloutStore.atWork()).sort(
      (one, other) => Number(onlyWaits(one)) - Number(onlyWaits(other)),
    );
    let failed = 0;
    for (const [index, rollout] of rollouts.entries()) {
      const now = Date.now();
      const until = now + (end - now) / (rollouts.length - index);
      try {
        await WORK[rollout.state as keyof typeof WORK](rollout, () => Date.now() < until);
      } catch (error) {
        failed += 1;
        logger.error('A rollout could not go on', { rolloutId: rollout.rolloutId, error: error as Error });
      }
    }
    if (failed > 0) throw new Error(`${failed} rollouts could not go on`);
    return { failed };
  });
