import { describe, expect, it } from 'vitest';
import {
  ACCESS_FLAGS,
  AccessFlag,
  anyone,
  type Holder,
  holding,
  mayAccess,
  signedIn,
  staff,
  USER_TYPE,
  UserType,
} from '#core/access.ts';

const holder = (userType: Holder['userType'], ...flags: Holder['flags']): Holder => ({ userType, flags });

describe('access', () => {
  it('lets anyone through an open door, and nobody unknown through another', () => {
    expect(mayAccess(anyone, undefined)).toBe(true);
    expect([signedIn, staff, holding('UNIT')].map((access) => mayAccess(access, undefined))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('confines monitoring centres to what every signed-in user may do, whatever flags they hold', () => {
    expect(mayAccess(signedIn, holder(4))).toBe(true);
    expect(mayAccess(staff, holder(4, ...ACCESS_FLAGS))).toBe(false);
    expect(mayAccess(holding('UNIT'), holder(4, 'UNIT'))).toBe(false);
  });

  it('wants one of the flags, whatever the type: engineers and administrators hold none by being what they are', () => {
    for (const type of [1, 2, 3] as const) {
      expect(mayAccess(holding('UNIT', 'SIM'), holder(type, 'SIM'))).toBe(true);
      expect(mayAccess(holding('UNIT', 'SIM'), holder(type, 'REPORTS', 'ENGINEER', 'ADMIN'))).toBe(false);
      expect(mayAccess(holding('UNIT', 'SIM'), holder(type))).toBe(false);
      expect(mayAccess(staff, holder(type))).toBe(true);
    }
  });

  it('does not take a flag that only begins alike', () => {
    expect(mayAccess(holding('UNIT'), holder(3, 'UNIT_VIEW', 'UNIT_EDIT'))).toBe(false);
  });

  it('knows the flags of the specification and no others [P1-E08]', () => {
    const named =
      `ADMIN ADMIN_DEALER_ADD PROFILE PROFILE_EDIT REPORTS SIM SIM_EDIT UNIT UNIT_EDIT UNIT_VIEW CAREGIVER CUSTOMER
      CUSTOMER_EDIT ENGINEER ORDERS PRODUCTION MYTREX_BILLING BILLING SUB_GROUP_MANAGEMENT HIDE_CUSTOMER MYSCHEDULER RPM TXMUPLOAD
      BULK_ACTIONS BREADCRUMBING BREADCRUMBING_EDIT CONNECT_VIEW CONNECT_EDIT`.split(/\s+/);
    expect([...ACCESS_FLAGS].sort()).toEqual(named.sort());
    expect(AccessFlag.safeParse('UNIT_DELETE').success).toBe(false);
  });

  it('knows four kinds of users [P1-A01]', () => {
    expect(USER_TYPE).toEqual({ engineer: 1, administrator: 2, dealerStaff: 3, monitoringCentre: 4 });
    expect([0, 1, 2, 3, 4, 5].map((type) => UserType.safeParse(type).success)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
