import type { Scope } from '#core/scope.ts';
import type { Change } from '../audit/audit.ts';

/** A user who changes something of their own. */
export type Actor = Pick<Scope, 'userKey' | 'userName' | 'home' | 'actor'>;

/** The user as their own actor, for a change without a session, such as by a link. */
export function ownActor({ UserKey, UserName }: { UserKey: string; UserName: string }) {
  const self = { userKey: UserKey, userName: UserName };
  return { ...self, actor: self };
}

/** The audit entry of a change that users make to themselves. It never contains a secret. */
export const userChange = (
  { userKey, userName, home }: Actor,
  action: string,
  { before, after }: { before?: unknown; after?: unknown },
): Change => ({
  objectKind: 'user',
  objectId: userKey,
  objectName: userName,
  dealerKey: home.dealerKey,
  action,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});
