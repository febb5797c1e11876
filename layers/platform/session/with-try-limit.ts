import { TOO_MANY_TRIES } from '#core/auth/gate-messages.ts';
import { AppError } from '#core/errors.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';
import { addressSubject } from '../http/address-subject.ts';

/**
 * Runs an action with a token or credentials that could be guessed. Failed tries are counted by IP address; TOO_MANY once the limit is reached.
 */
export async function withTryLimit<Result>(
  limit: AttemptLimit,
  sourceIp: string,
  now: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const address = addressSubject(sourceIp);
  if (!(await attemptStore.count(limit, address, now))) throw new AppError('TOO_MANY', TOO_MANY_TRIES);
  const result = await work();
  await attemptStore.undoCount(limit, address, now);
  return result;
}
