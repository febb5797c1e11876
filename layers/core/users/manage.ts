import type { AccessFlag, UserType } from '../access.ts';
import { ROOT_DEALER } from '../dealers/tree.ts';
import { covers } from '../scope.ts';
import { mayDoAllOf } from './access-rules.ts';

/** The part of an administrator that managing users is decided on: what they may do now, and who they and the real actor are. */
export interface Manager {
  userKey: string;
  actorKey: string;
  flags: readonly AccessFlag[];
  dealerKey: number;
  dealerPath: string;
}

/** The part of a user that it is decided on. */
export interface Managed {
  userKey: string;
  flags: readonly AccessFlag[];
  dealerPath: string;
}

/** A super admin is a user with ADMIN whose dealer is the first one [P1-A06]. */
export const isSuperAdmin = ({ flags, dealerKey }: Pick<Manager, 'flags' | 'dealerKey'>) =>
  dealerKey === ROOT_DEALER && flags.includes('ADMIN');

/** Whether the list of dealers is for the administrator to choose from [P1-A07]. */
export const seesDealerList = ({ dealerKey }: Pick<Manager, 'dealerKey'>) => dealerKey === ROOT_DEALER;

const isSelf = ({ userKey, actorKey }: Manager, other: Managed) =>
  userKey === other.userKey || actorKey === other.userKey;

/** Why the administrator cannot end or disable the user; undefined where they can. */
export function whyNotEnd(manager: Manager, user: Managed): string | undefined {
  if (!covers(manager, user.dealerPath)) return 'The user belongs to another dealer';
  if (isSelf(manager, user)) return 'You cannot delete or disable yourself';
  return undefined;
}

/**
 * Why the administrator cannot change the user; undefined where they can. Whoever may do more than the administrator is out of
 * reach: with another mail address in their place, the administrator could sign in as them.
 */
export function whyNotChange(manager: Manager, user: Managed): string | undefined {
  if (!covers(manager, user.dealerPath)) return 'The user belongs to another dealer';
  if (isSelf(manager, user)) return 'You cannot change your own access; your own details are in your settings';
  if (!mayDoAllOf(manager.flags, user.flags)) return 'The user may do more than you';
  return undefined;
}

/** Why the administrator cannot make somebody a user of this type; undefined where they can. */
export function whyNotType(manager: Pick<Manager, 'flags' | 'dealerKey'>, type: UserType): string | undefined {
  return type >= 3 || isSuperAdmin(manager) ? undefined : 'Only a super admin makes engineers and administrators';
}
