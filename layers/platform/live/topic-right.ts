import { holding, mayAccess } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { parseTopic, type Topic } from '#core/live/messages.ts';
import type { Scope } from '#core/scope.ts';
import { units } from '#core/units/contract.ts';
import { bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { unitStore } from '#data/units/units.ts';

/** Who may hear a topic: those who may read what it is about. */
const HEARD_BY = {
  console: units.get.access,
  'debug-log': units.get.access,
  'invalid-messages': holding('ENGINEER'),
  'bulk-action': bulkActions.detail.access,
};

/** What tells of the units of every dealer, and of some that are nobody's. */
const OF_ALL_DEALERS: ReadonlySet<string> = new Set(['invalid-messages']);

/** FORBIDDEN or NOT_FOUND where whoever acts in the scope may not hear the topic. */
export async function requireTopic(scope: Scope, topic: Topic): Promise<void> {
  const { kind, subject } = parseTopic(topic);
  if (!mayAccess(HEARD_BY[kind], scope) || (OF_ALL_DEALERS.has(kind) && scope.dealerKey !== ROOT_DEALER))
    throw new AppError('FORBIDDEN', 'You do not have access to this');
  if (kind === 'console' || kind === 'debug-log') await unitStore.get(scope, subject);
  if (kind === 'bulk-action') await bulkActionStore.get(scope, subject);
}
