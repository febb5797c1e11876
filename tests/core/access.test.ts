import { describe, expect, it } from 'vitest';
import {
  ACCESS_FLAGS,
  AccessFlag,
  anyone,
  atRoot,
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
  it('admits everybody to a public endpoint, and only signed-in users to others', () => {
    expect(mayAccess(anyone, undefined)).toBe(true);
    expect([signedIn, staff, holding('UNIT')].map((access) => mayAccess(access, undefined))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('limits monitoring centres to endpoints for every signed-in user, whatever their flags', () => {
    expect(mayAccess(signedIn, holder(4))).toBe(true);
    expect(mayAccess(staff, holder(4, ...ACCESS_FLAGS))).toBe(false);
    expect(mayAccess(holding('UNIT'), holder(4, 'UNIT'))).toBe(false);
  });

  it('needs one of the flags, whatever the type: engineers and administrators have none by type', () => {
    for (const type of [1, 2, 3] as const) {
      expect(mayAccess(holding('UNIT', 'SIM'), holder(type, 'SIM'))).toBe(true);
      expect(mayAccess(holding('UNIT', 'SIM'), holder(type, 'REPORTS', 'ENGINEER', 'ADMIN'))).toBe(false);
      expect(mayAccess(holding('UNIT', 'SIM'), holder(type))).toBe(false);
      expect(mayAccess(staff, holder(type))).toBe(true);
    }
  });

  it('is for people of the root dealer only while they are shown as it', () => {
    const someone = (home: number, dealerKey?: number): Holder => ({
      ...holder(1, 'ENGINEER'),
      home: { dealerKey: home },
      ...(dealerKey !== undefined && { dealerKey }),
    });
    const people = [someone(1), someone(1, 1), someone(1, 22), someone(22), someone(22, 22)];
    expect(people.map((one) => mayAccess(atRoot(holding('ENGINEER')), one))).toEqual([true, true, false, false, false]);
  });

  it('does not match a flag by its prefix', () => {
    expect(mayAccess(holding('UNIT'), holder(3, 'UNIT_VIEW', 'UNIT_EDIT'))).toBe(false);
  });

  it('has exactly the flags of the specification [P1-E08]', () => {
    const named =
      `ADMIN ADMIN_DEALER_ADD PROFILE PROFILE_EDIT REPORTS SIM SIM_EDIT UNIT UNIT_EDIT UNIT_VIEW CAREGIVER CUSTOMER
      CUSTOMER_EDIT ENGINEER ORDERS PRODUCTION MYTREX_BILLING BILLING SUB_GROUP_MANAGEMENT HIDE_CUSTOMER MYSCHEDULER RPM TXMUPLOAD
      BULK_ACTIONS BREADCRUMBING BREADCRUMBING_EDIT CONNECT_VIEW CONNECT_EDIT`.split(/\s+/);
    expect([...ACCESS_FLAGS].sort()).toEqual(named.sort());
    expect(AccessFlag.safeParse('UNIT_DELETE').success).toBe(false);
  });

  it('has four types of users [P1-A01]', () => {
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
