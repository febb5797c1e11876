import type { AuditAction } from '#core/audit/kinds.ts';
import type { Scope } from '#core/scope.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import type { Change } from '../audit/audit.ts';

/** A user who changes something of their own. */
export type Actor = Pick<Scope, 'userKey' | 'userName' | 'fullName' | 'home' | 'actor'>;

/** The user as their own actor, for a change without a session, such as by a link. */
export function ownActor(user: Pick<UserRecord, 'UserKey' | 'UserName' | 'UserFirstName' | 'UserLastName'>) {
  const self = { userKey: user.UserKey, userName: user.UserName, fullName: fullNameOf(user) };
  return { ...self, actor: self };
}

/** The audit entry of a change that users make to themselves. It never contains a secret. */
export const userChange = (
  { userKey, fullName, home }: Actor,
  action: AuditAction,
  { before, after }: Pick<Change, 'before' | 'after'>,
): Change => ({
  objectKind: 'user',
  objectId: userKey,
  objectName: fullName,
  dealerKey: home.dealerKey,
  action,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});
