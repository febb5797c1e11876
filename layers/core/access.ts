import { z } from 'zod';

/** What a user may be allowed to do; all false until granted (portal-1 section 3, portal-3 section 6). */
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

/** Who may call an endpoint: everybody, or users of some types who hold at least one of the flags (none named: all of them). */
export type Access = OpenAccess | RestrictedAccess;
export interface OpenAccess {
  public: true;
}
export interface RestrictedAccess {
  public: false;
  userTypes: readonly UserType[];
  anyOf: readonly AccessFlag[];
}

/** The part of a caller that access is decided on. */
export interface Holder {
  userType: UserType;
  flags: readonly AccessFlag[];
}

const STAFF: readonly UserType[] = [1, 2, 3];

/** Callable without a session. */
export const anyone: OpenAccess = { public: true };
/** Callable by every signed-in user, monitoring centres included. */
export const signedIn: RestrictedAccess = { public: false, userTypes: [1, 2, 3, 4], anyOf: [] };
/** Callable by every signed-in user but monitoring centres, who are confined to their own view. */
export const staff: RestrictedAccess = { public: false, userTypes: STAFF, anyOf: [] };
/** Callable by staff who hold at least one of the flags. */
export const holding = (...anyOf: AccessFlag[]): RestrictedAccess => ({ public: false, userTypes: STAFF, anyOf });

/** Whether the caller, undefined where nobody is signed in, may do what `access` guards. */
export function mayAccess(access: Access, caller: Holder | undefined): boolean {
  if (access.public) return true;
  if (!caller) return false;
  return (
    access.userTypes.includes(caller.userType) &&
    (access.anyOf.length === 0 || access.anyOf.some((flag) => caller.flags.includes(flag)))
  );
}
