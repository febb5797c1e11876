import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import { consistentFlags, mayDoAllOf, whyNotChangeFlag } from '#core/users/access-rules.ts';
import { CHOOSE_DEALER, requireDealer } from '#core/users/manage.ts';
import { flagsToStartFrom, ROLES } from '#core/users/roles.ts';
import { withMessage } from '#support/with-message.ts';

const EVERYTHING = ACCESS_FLAGS.filter((flag) => flag !== 'HIDE_CUSTOMER');

describe.each(ROLES)('the role $label', ({ flags }) => {
  it('gives all its flags if the administrator has them, and they do not exclude each other', () => {
    expect(flagsToStartFrom(EVERYTHING, flags)).toEqual({ flags: consistentFlags(flags), leftOut: [] });
    expect(flags.includes('UNIT_VIEW') && flags.includes('UNIT_EDIT')).toBe(false);
  });

  it.each<[AccessFlag[]]>([[['ADMIN']], [['ADMIN', 'UNIT', 'UNIT_EDIT']], [['ADMIN', 'HIDE_CUSTOMER']]])(
    'gives nothing that an administrator with %j lacks, and names what it leaves out',
    (own) => {
      const started = flagsToStartFrom(own, flags);
      expect(mayDoAllOf(own, started.flags)).toBe(true);
      for (const flag of started.flags) expect(whyNotChangeFlag(own, flag, true)).toBeUndefined();
      expect(started.leftOut).toEqual(consistentFlags(flags).filter((flag) => !started.flags.includes(flag)));
    },
  );
});

describe('the roles', () => {
  it('are a viewer who changes nothing, staff, a dealer administrator and an engineer', () => {
    expect(ROLES.map(({ id }) => id)).toEqual(['viewer', 'staff', 'administrator', 'engineer']);
    const flagsOf = (wanted: string) => ROLES.find(({ id }) => id === wanted)!.flags;
    expect(flagsOf('viewer').filter((flag) => /EDIT|ADMIN|BULK/.test(flag))).toEqual([]);
    expect(flagsOf('administrator')).toContain('ADMIN');
    expect(flagsOf('staff')).not.toContain('ADMIN');
    expect(flagsOf('engineer')).toContain('ENGINEER');
  });

  it('pass hidden customers on', () => {
    expect(flagsToStartFrom(['ADMIN', 'UNIT', 'HIDE_CUSTOMER'], []).flags).toEqual(['HIDE_CUSTOMER']);
  });
});

describe('the dealer of a new user', () => {
  it('is chosen by an administrator of all dealers, and the own dealer of others', () => {
    expect(() => requireDealer({ dealerKey: 1 }, undefined)).toThrow(withMessage(CHOOSE_DEALER));
    expect(() => requireDealer({ dealerKey: 1 }, 1)).not.toThrow();
    expect(() => requireDealer({ dealerKey: 22 }, undefined)).not.toThrow();
  });
});
