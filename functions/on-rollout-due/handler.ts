import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { SECOND } from '#core/time.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { logger } from '#platform/aws/observability.ts';
import { endRollout } from './end.ts';
import { awaitUnits, rollBack } from './roll-back.ts';
import { runRollout } from './run.ts';

/** Shorter than the time between two runs. What is left is done in the next run. */
const WORKING_MS = 40 * SECOND;

const WORK = { running: runRollout, ending: endRollout, rollingBack: rollBack, awaitingUnits: awaitUnits };

/**
 * Works on each rollout that is under way. Every step is a transaction with its condition, so a run that is cut off, and two runs at once,
 * do nothing twice. One rollout that fails does not keep others from their turn.
 */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const rollouts = await rolloutStore.atWork();
    let failed = 0;
    for (const [index, rollout] of rollouts.entries()) {
      const until = Date.now() + WORKING_MS / (rollouts.length || 1);
      try {
        await WORK[rollout.state as keyof typeof WORK](rollout, () => Date.now() < until);
      } catch (error) {
        failed += 1;
        logger.error('A rollout could not go on', { rolloutId: rollouts[index]!.rolloutId, error: error as Error });
      }
    }
    if (failed > 0) throw new Error(`${failed} rollouts could not go on`);
    return { failed };
  });
