import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import {
  flagsOfNew,
  mayDoAllOf,
  sharedFlags,
  whyNotChangeFlag,
  withFlag,
  withFlags,
} from '#core/users/access-rules.ts';
import { type Acting, whyNotActAs } from '#core/users/acting.ts';
import {
  isSuperAdmin,
  type Manager,
  seesDealerList,
  whyNotChange,
  whyNotDelete,
  whyNotSetType,
} from '#core/users/manage.ts';
import { UserFields, UserName } from '#core/users/user.ts';

describe('an access toggle', () => {
  it('UNIT_VIEW clears UNIT_EDIT [P1-S20 P2-A14]', () => {
    expect(withFlag(['UNIT', 'UNIT_EDIT'], 'UNIT_VIEW', true)).toEqual(['UNIT', 'UNIT_VIEW']);
  });

  it('UNIT_EDIT clears UNIT_VIEW [P1-S21 P2-A15]', () => {
    expect(withFlag(['UNIT', 'UNIT_VIEW'], 'UNIT_EDIT', true)).toEqual(['UNIT', 'UNIT_EDIT']);
  });

  it('CONNECT_EDIT includes CONNECT_VIEW, which cannot be removed alone [P1-S22]', () => {
    expect(withFlag([], 'CONNECT_EDIT', true)).toEqual(['CONNECT_VIEW', 'CONNECT_EDIT']);
    expect(withFlag(['CONNECT_VIEW', 'CONNECT_EDIT'], 'CONNECT_VIEW', false)).toEqual([]);
    expect(withFlag(['CONNECT_VIEW', 'CONNECT_EDIT'], 'CONNECT_EDIT', false)).toEqual(['CONNECT_VIEW']);
  });

  it('clears nothing else when it is turned off', () => {
    expect(withFlag(['UNIT', 'UNIT_VIEW'], 'UNIT_VIEW', false)).toEqual(['UNIT']);
    expect(withFlag(['UNIT', 'UNIT_EDIT'], 'UNIT_EDIT', false)).toEqual(['UNIT']);
  });

  it.each<Partial<Record<AccessFlag, boolean>>>([
    { UNIT_VIEW: true, UNIT_EDIT: true },
    { CONNECT_EDIT: true, CONNECT_VIEW: false },
  ])('cannot contradict another: %j', (changes) => {
    expect(() => withFlags([], changes)).toThrow(expect.objectContaining({ code: 'INVALID' }));
  });
});

describe('granting flags', () => {
  it('needs the same flags', () => {
    const own: AccessFlag[] = ['ADMIN', 'UNIT', 'UNIT_EDIT', 'CONNECT_EDIT'];
    const given = ACCESS_FLAGS.filter((flag) => whyNotChangeFlag(own, flag, true) === undefined);
    expect(given.sort()).toEqual(
      ['ADMIN', 'CONNECT_EDIT', 'CONNECT_VIEW', 'HIDE_CUSTOMER', 'UNIT', 'UNIT_EDIT', 'UNIT_VIEW'].sort(),
    );
  });

  it('and revoking need the flag, and a restricted user cannot remove a restriction', () => {
    expect(whyNotChangeFlag(['ADMIN'], 'BILLING', false)).toBeDefined();
    expect(whyNotChangeFlag(['ADMIN', 'HIDE_CUSTOMER'], 'HIDE_CUSTOMER', false)).toBeDefined();
    expect(whyNotChangeFlag(['ADMIN'], 'HIDE_CUSTOMER', false)).toBeUndefined();
  });

  it('starts with the restrictions of the administrator, and nothing else', () => {
    expect(flagsOfNew(['ADMIN', 'UNIT', 'HIDE_CUSTOMER'])).toEqual(['HIDE_CUSTOMER']);
    expect(flagsOfNew(['ADMIN', 'UNIT'])).toEqual([]);
    expect(mayDoAllOf(['ADMIN', 'HIDE_CUSTOMER'], flagsOfNew(['ADMIN', 'HIDE_CUSTOMER']))).toBe(true);
  });

  it('is refused for users with more rights', () => {
    expect(mayDoAllOf(['ADMIN', 'UNIT_EDIT'], ['UNIT_VIEW', 'HIDE_CUSTOMER'])).toBe(true);
    expect(mayDoAllOf(['ADMIN', 'UNIT_VIEW'], ['UNIT_EDIT'])).toBe(false);
    expect(mayDoAllOf(['ADMIN', 'HIDE_CUSTOMER'], [])).toBe(false);
  });
});

describe('taken-on access', () => {
  it('contains the flags of both users and the restrictions of either', () => {
    expect(sharedFlags(['ADMIN', 'UNIT', 'UNIT_EDIT'], ['UNIT', 'UNIT_VIEW', 'ENGINEER'])).toEqual([
      'UNIT',
      'UNIT_VIEW',
    ]);
    expect(sharedFlags(['ADMIN', 'UNIT_VIEW'], ['UNIT_EDIT'])).toEqual(['UNIT_VIEW']);
    expect(sharedFlags(['ADMIN', 'HIDE_CUSTOMER'], ['CUSTOMER', 'ADMIN'])).toEqual(['ADMIN', 'HIDE_CUSTOMER']);
    expect(sharedFlags(['ADMIN', 'CONNECT_EDIT'], ['CONNECT_VIEW'])).toEqual(['CONNECT_VIEW']);
  });

  it('never exceeds the rights of the administrator, whatever flags both have', () => {
    for (const own of ACCESS_FLAGS)
      for (const other of ACCESS_FLAGS) expect(mayDoAllOf([own], sharedFlags([own], [other, 'UNIT']))).toBe(true);
  });

  const actor: Acting = {
    userKey: 'a',
    enabled: true,
    userType: 3,
    flags: ['ADMIN'],
    dealerPath: '/1/22/',
  };
  const other: Acting = { ...actor, userKey: 'b', flags: [], dealerPath: '/1/22/220/' };
  it.each<[string, Partial<Acting>, Partial<Acting>]>([
    ['a user who is not an administrator', { flags: ['ENGINEER'] }, {}],
    ['a monitoring centre', { userType: 4 }, {}],
    ['a disabled user', { enabled: false }, {}],
    ['a user for their own access', {}, { userKey: 'a' }],
    ['an administrator for a disabled user', {}, { enabled: false }],
    ['an administrator for a user of another dealer', {}, { dealerPath: '/1/49/' }],
    ['an administrator for a user above', {}, { dealerPath: '/1/' }],
  ])('is refused for %s [P1-A08]', (_, changedActor, changedOther) => {
    expect(whyNotActAs(actor, other)).toBeUndefined();
    expect(whyNotActAs({ ...actor, ...changedActor }, { ...other, ...changedOther })).toBeDefined();
  });
});

describe('an administrator', () => {
  const manager: Manager = {
    userKey: 'a',
    actorKey: 'a',
    flags: ['ADMIN', 'UNIT'],
    dealerKey: 22,
    dealerPath: '/1/22/',
  };
  const user = { userKey: 'b', flags: ['UNIT'] as const, dealerPath: '/1/22/220/' };

  it('is a super admin only with ADMIN at dealer 1 [P1-A06]', () => {
    expect(isSuperAdmin({ flags: ['ADMIN'], dealerKey: 1 })).toBe(true);
    expect(isSuperAdmin({ flags: ['ADMIN', 'ENGINEER'], dealerKey: 22 })).toBe(false);
    expect(isSuperAdmin({ flags: ['ENGINEER'], dealerKey: 1 })).toBe(false);
    expect(
      [1, 2, 3, 4].map((type) => whyNotSetType({ flags: ['ADMIN'], dealerKey: 22 }, type as 1) === undefined),
    ).toEqual([false, false, true, true]);
    expect(whyNotSetType({ flags: ['ADMIN'], dealerKey: 1 }, 1)).toBeUndefined();
  });

  it('sees the list of dealers only at dealer 1 [P1-A07]', () => {
    expect([1, 22].map((dealerKey) => seesDealerList({ dealerKey }))).toEqual([true, false]);
  });

  it('manages users of their own tree, never themselves, and no user with more rights', () => {
    expect([whyNotChange(manager, user), whyNotDelete(manager, user)]).toEqual([undefined, undefined]);
    for (const elsewhere of [{ dealerPath: '/1/49/' }, { dealerPath: '/1/' }, { userKey: 'a' }]) {
      expect(whyNotChange(manager, { ...user, ...elsewhere })).toBeDefined();
      expect(whyNotDelete(manager, { ...user, ...elsewhere })).toBeDefined();
    }
    expect(whyNotChange({ ...manager, actorKey: 'b' }, user)).toBeDefined();
    const engineer = { ...user, flags: ['ENGINEER'] as const };
    expect(whyNotChange(manager, engineer)).toBeDefined();
    expect(whyNotDelete(manager, engineer)).toBe('The user has more rights than you');
  });
});

describe('a user name', () => {
  it('has no look-alike characters', () => {
    expect(UserName.parse('  Nora.W+1@northwind.example ')).toBe('Nora.W+1@northwind.example');
    for (const name of ['ab', 'nora w', 'nöra', 'nοra', 'x'.repeat(255), 'a\u200bbc'])
      expect(UserName.safeParse(name).success).toBe(false);
  });

  it('belongs to a user with a valid mail address and names [P1-V10]', () => {
    const fields = { UserName: 'nora', UserEmail: 'nora@a.example', UserFirstName: 'Nora', UserLastName: 'W' };
    expect(UserFields.safeParse(fields).success).toBe(true);
    for (const wrong of [
      { UserEmail: 'nora' },
      { UserEmail: 'nora@a.example\r\nBcc: all@a.example' },
      { UserEmail: 'nora@a.example, b@a.example' },
      { UserFirstName: ' ' },
      { UserLastName: 'x'.repeat(61) },
    ])
      expect(UserFields.safeParse({ ...fields, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });
});
