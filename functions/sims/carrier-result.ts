import { CarrierSecrets } from '#adapters/carriers/config.ts';
import { parseThingSpaceCallback } from '#adapters/carriers/thingspace-callback.ts';
import { AppError } from '#core/errors.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import type { ThingSpaceCallback } from '#core/sims/thingspace-callback.ts';
import { MINUTE } from '#core/time.ts';
import type { AttemptLimit } from '#data/kit/attempts.ts';
import { carrierChangeStore } from '#data/sims/carriers.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { logger } from '#platform/aws/observability.ts';
import { secret } from '#platform/aws/secret.ts';
import { withTryLimit } from '#platform/session/with-try-limit.ts';

const VERIZON = 1;
/** Of callbacks that ThingSpace did not send, and of those under way: an order activates hundreds of lines at once. */
const LIMIT: AttemptLimit = { kind: 'carrierCallback', most: 300, window: 15 * MINUTE };

/**
 * Records what ThingSpace says of a request of ours, once however often it says it. What it says decides nothing: the SIM is read from the
 * carrier at once. NOT_FOUND for a request that nobody here made, or that is not stored yet: ThingSpace posts it again five minutes later.
 */
export async function takeResult(body: ThingSpaceCallback, sourceIp: string, now: number) {
  const result = await withTryLimit(LIMIT, sourceIp, now, () => authentic(body));
  const about = { ...result, carrier: VERIZON };
  const accepted = await carrierChangeStore.acceptedRequest(about);
  const facts = { requestId: result.requestId, iccid: result.iccid, step: result.outcome.step };
  if (!accepted) {
    logger.warn('A carrier reports on a request that is not known here', facts);
    throw new AppError('NOT_FOUND', 'This request is not known here');
  }
  const [UnitSerNum] = await unitLookupStore.withExactly(WHOLE_TREE, 'ICCID', accepted.iccid);
  const isNew = await carrierChangeStore.recordResult(accepted, about, UnitSerNum, now);
  logger.info('A carrier reported on a request', { ...facts, isNew });
  return {};
}

/** The result, if its sender knows what only ThingSpace and we know. */
async function authentic(body: ThingSpaceCallback) {
  const { thingspace } = CarrierSecrets.parse(await secret('CARRIERS_SECRET'));
  if (!thingspace) throw new AppError('UNAUTHENTICATED', 'Not a callback of ThingSpace');
  return parseThingSpaceCallback(body, thingspace);
}
