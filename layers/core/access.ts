import { z } from 'zod';
import { ROOT_DEALER } from './dealers/tree.ts';

/** Access flags. All are false until granted (portal-1 section 3, portal-3 section 6). */
export const ACCESS_FLAGS = [
  'ADMIN',
  'ADMIN_DEALER_ADD',
  'PROFILE',
  'PROFILE_EDIT',
  'REPORTS',
  'SIM',
  'SIM_EDIT',
  'UNIT',
  'UNIT_EDIT',
  'UNIT_VIEW',
  'CAREGIVER',
  'CUSTOMER',
  'CUSTOMER_EDIT',
  'ENGINEER',
  'ORDERS',
  'PRODUCTION',
  'MYTREX_BILLING',
  'BILLING',
  'SUB_GROUP_MANAGEMENT',
  'HIDE_CUSTOMER',
  'MYSCHEDULER',
  'RPM',
  'TXMUPLOAD',
  'BULK_ACTIONS',
  'BREADCRUMBING',
  'BREADCRUMBING_EDIT',
  'CONNECT_VIEW',
  'CONNECT_EDIT',
] as const;

export const AccessFlag = z.enum(ACCESS_FLAGS);
export type AccessFlag = z.infer<typeof AccessFlag>;

/** The four kinds of user, by their UserTypeKey. */
export const USER_TYPE = { engineer: 1, administrator: 2, dealerStaff: 3, monitoringCentre: 4 } as const;
export const UserType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export type UserType = z.infer<typeof UserType>;

/** Who may call an endpoint: everybody, or users of these types with at least one of `anyOf`, one of `andAnyOf`, and none of `noneOf`. Without flags, the type is enough. */
export type Access = OpenAccess | RestrictedAccess;
export interface OpenAccess {
  public: true;
}
export interface RestrictedAccess {
  public: false;
  userTypes: readonly UserType[];
  anyOf: readonly AccessFlag[];
  andAnyOf?: readonly AccessFlag[];
  noneOf?: readonly AccessFlag[];
  /** Only people of the root dealer, whichever dealer they are shown. */
  onlyRootDealer?: true;
  /** Only while the root dealer is shown. */
  onlyAtRoot?: true;
}

/** The input of `mayAccess`: what it checks of a caller. */
export interface Holder {
  userType: UserType;
  flags: readonly AccessFlag[];
  /** Their own dealer, whichever dealer they are shown. */
  home?: { dealerKey: number };
  /** The dealer that they are shown; their own if absent. */
  dealerKey?: number;
}

const STAFF: readonly UserType[] = [1, 2, 3];

/** Callable without a session. */
export const anyone: OpenAccess = { public: true };
/** Callable by every signed-in user, monitoring centres included. */
export const signedIn: RestrictedAccess = { public: false, userTypes: [1, 2, 3, 4], anyOf: [] };
/** Callable by every signed-in user except monitoring centres, which see only their own view. */
export const staff: RestrictedAccess = { public: false, userTypes: STAFF, anyOf: [] };
/** Callable by monitoring centres only. */
export const monitoringCentres: RestrictedAccess = { public: false, userTypes: [4], anyOf: [] };
/** Callable by staff with at least one of the flags. */
export const holding = (...anyOf: AccessFlag[]): RestrictedAccess => ({ public: false, userTypes: STAFF, anyOf });
/** The flag that hides customers from its holder, whatever else the holder has. */
export const HIDES_CUSTOMERS: AccessFlag = 'HIDE_CUSTOMER';
/** The same access, without those from whom customers are hidden. */
export const unlessHidden = (access: RestrictedAccess): RestrictedAccess => ({ ...access, noneOf: [HIDES_CUSTOMERS] });

/** The access of those who have both: for a screen that calls what the other one opens. */
export const holdingBoth = (access: RestrictedAccess, other: RestrictedAccess): RestrictedAccess => ({
  ...access,
  andAnyOf: other.anyOf,
});

/** The same access, for people of the root dealer only: all dealers share what they change or see with it. */
export const ofRootDealer = (access: RestrictedAccess): RestrictedAccess => ({ ...access, onlyRootDealer: true });

/** The same access, for people of the root dealer while they are shown as it: what they read or change belongs to no other dealer. */
export const atRoot = (access: RestrictedAccess): RestrictedAccess => ({ ...ofRootDealer(access), onlyAtRoot: true });

/** Returns true if the caller has `access`. The caller is undefined if nobody is signed in. */
export function mayAccess(access: Access, caller: Holder | undefined): boolean {
  if (access.public) return true;
  if (!caller) return false;
  return (
    access.userTypes.includes(caller.userType) &&
    (!access.onlyRootDealer || caller.home?.dealerKey === ROOT_DEALER) &&
    (!access.onlyAtRoot || (caller.dealerKey ?? caller.home?.dealerKey) === ROOT_DEALER) &&
    !access.noneOf?.some((flag) => caller.flags.includes(flag)) &&
    (!access.andAnyOf || access.andAnyOf.some((flag) => caller.flags.includes(flag))) &&
    (access.anyOf.length === 0 || access.anyOf.some((flag) => caller.flags.includes(flag)))
  );
}
