import { type AccessFlag, USER_TYPE, type UserType } from '../access.ts';
import { ROOT_DEALER } from '../dealers/tree.ts';
import { AppError } from '../errors.ts';
import { covers } from '../scope.ts';
import { mayDoAllOf } from './access-rules.ts';
import type { UserRecord } from './user-record.ts';

/** The administrator in the rules below: rights, user, and the actor. */
export interface Manager {
  userKey: string;
  actorKey: string;
  flags: readonly AccessFlag[];
  dealerKey: number;
  dealerPath: string;
}

/** The managed user in the rules below. */
export interface Managed {
  userKey: string;
  flags: readonly AccessFlag[];
  dealerPath: string;
}

/** A super admin has ADMIN and belongs to the root dealer [P1-A06]. */
export const isSuperAdmin = ({ flags, dealerKey }: Pick<Manager, 'flags' | 'dealerKey'>) =>
  dealerKey === ROOT_DEALER && flags.includes('ADMIN');

/** Returns true if the administrator can choose from the list of dealers [P1-A07]. */
export const seesDealerList = ({ dealerKey }: Pick<Manager, 'dealerKey'>) => dealerKey === ROOT_DEALER;

export const CHOOSE_DEALER = 'Choose the dealer of the user';

/** Throws if an administrator of all dealers names no dealer for a new user. Elsewhere it is the administrator's own. */
export function requireDealer(manager: Pick<Manager, 'dealerKey'>, DealerKey: number | undefined): void {
  if (DealerKey === undefined && seesDealerList(manager))
    throw new AppError('INVALID', CHOOSE_DEALER, [{ path: 'DealerKey', message: CHOOSE_DEALER }]);
}

const isSelf = ({ userKey, actorKey }: Manager, other: Managed) =>
  userKey === other.userKey || actorKey === other.userKey;

/** Returns why the administrator cannot delete or disable the user, or undefined. */
export const whyNotDelete = (manager: Manager, user: Managed) =>
  isSelf(manager, user) ? 'You cannot delete or disable yourself' : whyNotManage(manager, user);

/** Returns why the administrator cannot change the user, or undefined. */
export const whyNotChange = (manager: Manager, user: Managed) =>
  isSelf(manager, user)
    ? 'You cannot change your own access; your own details are in your settings'
    : whyNotManage(manager, user);

/** A user with more rights stays as they are: with another e-mail address, the administrator could sign in as them. */
function whyNotManage(manager: Manager, user: Managed): string | undefined {
  if (!covers(manager, user.dealerPath)) return 'The user belongs to another dealer';
  if (!mayDoAllOf(manager.flags, user.flags)) return 'The user has more rights than you';
  return undefined;
}

export const LAST_ENGINEER = 'Dealer 1 needs an engineer. Make another user of dealer 1 an engineer first';

/** Returns true for an enabled engineer of dealer 1, by type and by flag. One of them always remains. */
export const isRootEngineer = ({ UserStatus, UserTypeKey, DealerKey, flags }: RightsOfUser): boolean =>
  UserStatus === 1 && UserTypeKey === USER_TYPE.engineer && DealerKey === ROOT_DEALER && flags.includes('ENGINEER');

type RightsOfUser = Pick<UserRecord, 'UserStatus' | 'UserTypeKey' | 'DealerKey' | 'flags'>;

/** Returns why the administrator cannot set this user type, or undefined. */
export function whyNotSetType(manager: Pick<Manager, 'flags' | 'dealerKey'>, type: UserType): string | undefined {
  return type >= 3 || isSuperAdmin(manager)
    ? undefined
    : 'Only a super admin can set the types engineer and administrator';
}
