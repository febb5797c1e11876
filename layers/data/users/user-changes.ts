import type { Scope } from '#core/scope.ts';
import type { Change } from '../audit/audit.ts';

/** A user who changes something of their own. */
export type Actor = Pick<Scope, 'userKey' | 'userName' | 'home' | 'actor'>;

/** What the audit says of a change that users make to themselves; never a secret. */
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
