import { setTimeout as sleep } from 'node:timers/promises';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { SECOND } from '#core/time.ts';
import { LOOK_EVERY_MS } from '#core/units/silence.ts';
import { logger } from '#platform/aws/observability.ts';
import { settleDue } from './settle-due.ts';

/** Of the function's time, what is left for its end. What is not done by then is due in the next look. */
const RESERVE_MS = 12 * SECOND;
/** The time that a second look needs after the pause. */
const LOOK_MS = 8 * SECOND;

/**
 * Looks for units whose time has come, and half a minute later again, if the function has the time. So a unit is told to be silent at most half a minute after the
 * signal that shows it.
 */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async (_event: unknown, context: Context) => {
    const begun = performance.now();
    const goesOn = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    const failed = new Set(await settleDue(goesOn));
    const pause = Math.max(0, begun + LOOK_EVERY_MS - performance.now());
    if (context.getRemainingTimeInMillis() > pause + LOOK_MS + RESERVE_MS) {
      await sleep(pause);
      for (const one of await settleDue(goesOn)) failed.add(one);
    }
    if (failed.size > 0) throw new Error(`${failed.size} units could not be moved to their condition`);
    return { failed: 0 };
  });
