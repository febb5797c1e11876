import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { PROBE } from '#infra/wiring.ts';
import { env } from '#platform/aws/env.ts';
import { logger, measureProbe } from '#platform/aws/observability.ts';
import { type Probe, probeCredentials } from './credentials.ts';
import { probeUnit, type UnitProbe } from './ping.ts';
import { probeSignIn } from './sign-in.ts';

/** What people and units do first. A part that fails, or is not measured, raises an alarm. */
const PARTS: Readonly<Record<(typeof PROBE.parts)[number], (probe: Probe, ofUnit: UnitProbe) => Promise<void>>> = {
  signIn: (probe) => probeSignIn(env('WEB_ORIGIN'), probe),
  unit: (_probe, { unit }) => unit,
  center: (_probe, { center }) => center,
};

/** Begins what a unit does. Each part waits for its own. */
function begin(probe: Probe) {
  const ofUnit = probeUnit(probe, Date.now());
  return { probe, ofUnit };
}

/** Returns which parts work. */
export const handler = middy()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(async () => {
    const begun = probeCredentials().then(begin);
    const works = async ([part, run]: [string, (typeof PARTS)['unit']]) => {
      const error = await begun
        .then(({ probe, ofUnit }) => run(probe, ofUnit))
        .then(
          () => undefined,
          (reason: Error) => reason,
        );
      if (error) logger.error('A part of the probe failed', { part, error });
      measureProbe(part, !error);
      return [part, !error] as const;
    };
    return Object.fromEntries(await Promise.all(Object.entries(PARTS).map(works)));
  });
