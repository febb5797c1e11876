import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { NAME_CHECK_LIMIT, TOO_MANY_NAME_CHECKS } from '#core/users/user.ts';
import { attemptStore } from '#data/kit/attempts.ts';

/**
 * Counts a call whose answer reveals whether a user name is taken; TOO_MANY after too many. Names are unique in the whole portal,
 * so trying many would reveal those of other dealers.
 */
export async function countNameCheck(scope: Pick<Scope, 'actor'>, now: number): Promise<void> {
  if (!(await attemptStore.count(NAME_CHECK_LIMIT, scope.actor.userKey, now)))
    throw new AppError('TOO_MANY', TOO_MANY_NAME_CHECKS);
}

/** True if the change sets another name. A change of case alone reveals nothing. */
export const changesName = (was: string, next: string) => was.toLowerCase() !== next.toLowerCase();
