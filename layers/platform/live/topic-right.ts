import { mayAccess, USER_TYPE } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import { parseTopic, type Topic } from '#core/live/messages.ts';
import type { Scope } from '#core/scope.ts';
import { TOPICS } from '#data/topics.ts';

/** Throws FORBIDDEN or NOT_FOUND if the scope may not subscribe to the topic, INVALID if there is no such kind of topic. */
export async function requireTopic(scope: Scope, topic: Topic): Promise<void> {
  const { kind, subject } = parseTopic(topic);
  // A plain index would also find `constructor`.
  const right = Object.hasOwn(TOPICS, kind) ? TOPICS[kind] : undefined;
  if (!right) throw new AppError('INVALID', 'The message was not understood');
  const { requireOperator } = right;
  if (requireOperator && scope.userType === USER_TYPE.monitoringCentre) {
    await requireOperator(scope, subject);
    return;
  }
  if (!mayAccess(right.access, scope)) throw new AppError('FORBIDDEN', 'You do not have access to this');
  await right.requireSubject?.(scope, subject);
}
