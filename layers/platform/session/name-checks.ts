import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { NAME_CHECK_LIMIT, TOO_MANY_NAME_CHECKS } from '#core/users/user.ts';
import { attemptStore } from '#data/kit/attempts.ts';

/**
 * Counts a call whose answer tells whether a user name is taken; TOO_MANY where there were too many. Names are of the whole portal:
 * whoever tried one after another would learn those of other dealers.
 */
export async function countNameCheck(scope: Pick<Scope, 'actor'>, now: number): Promise<void> {
  if (!(await attemptStore.count(NAME_CHECK_LIMIT, scope.actor.userKey, now)))
    throw new AppError('TOO_MANY', TOO_MANY_NAME_CHECKS);
}

/** Whether another name is taken by the change; one whose case alone changes tells nothing. */
export const isOtherName = (was: string, next: string) => was.toLowerCase() !== next.toLowerCase();
