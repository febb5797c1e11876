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

  it('CONNECT_EDIT brings CONNECT_VIEW along, which cannot be taken away alone [P1-S22]', () => {
    expect(withFlag([], 'CONNECT_EDIT', true)).toEqual(['CONNECT_VIEW', 'CONNECT_EDIT']);
    expect(withFlag(['CONNECT_VIEW', 'CONNECT_EDIT'], 'CONNECT_VIEW', false)).toEqual([]);
    expect(withFlag(['CONNECT_VIEW', 'CONNECT_EDIT'], 'CONNECT_EDIT', false)).toEqual(['CONNECT_VIEW']);
  });

  it('turned off clears nothing else', () => {
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

describe('giving access', () => {
  it('is of nothing that the giver lacks', () => {
    const own: AccessFlag[] = ['ADMIN', 'UNIT', 'UNIT_EDIT', 'CONNECT_EDIT'];
    const given = ACCESS_FLAGS.filter((flag) => whyNotChangeFlag(own, flag, true) === undefined);
    expect(given.sort()).toEqual(
      ['ADMIN', 'CONNECT_EDIT', 'CONNECT_VIEW', 'HIDE_CUSTOMER', 'UNIT', 'UNIT_EDIT', 'UNIT_VIEW'].sort(),
    );
  });

  it('is not taken by who lacks it either, nor what narrows somebody by who is narrowed alike', () => {
    expect(whyNotChangeFlag(['ADMIN'], 'BILLING', false)).toBeDefined();
    expect(whyNotChangeFlag(['ADMIN', 'HIDE_CUSTOMER'], 'HIDE_CUSTOMER', false)).toBeDefined();
    expect(whyNotChangeFlag(['ADMIN'], 'HIDE_CUSTOMER', false)).toBeUndefined();
  });

  it('begins with what narrows the giver, and with nothing else', () => {
    expect(flagsOfNew(['ADMIN', 'UNIT', 'HIDE_CUSTOMER'])).toEqual(['HIDE_CUSTOMER']);
    expect(flagsOfNew(['ADMIN', 'UNIT'])).toEqual([]);
    expect(mayDoAllOf(['ADMIN', 'HIDE_CUSTOMER'], flagsOfNew(['ADMIN', 'HIDE_CUSTOMER']))).toBe(true);
  });

  it('stops at those who may do more', () => {
    expect(mayDoAllOf(['ADMIN', 'UNIT_EDIT'], ['UNIT_VIEW', 'HIDE_CUSTOMER'])).toBe(true);
    expect(mayDoAllOf(['ADMIN', 'UNIT_VIEW'], ['UNIT_EDIT'])).toBe(false);
    expect(mayDoAllOf(['ADMIN', 'HIDE_CUSTOMER'], [])).toBe(false);
  });
});

describe('access that is taken on', () => {
  it('is what both may do, and what narrows one narrows the other', () => {
    expect(sharedFlags(['ADMIN', 'UNIT', 'UNIT_EDIT'], ['UNIT', 'UNIT_VIEW', 'ENGINEER'])).toEqual([
      'UNIT',
      'UNIT_VIEW',
    ]);
    expect(sharedFlags(['ADMIN', 'UNIT_VIEW'], ['UNIT_EDIT'])).toEqual(['UNIT_VIEW']);
    expect(sharedFlags(['ADMIN', 'HIDE_CUSTOMER'], ['CUSTOMER', 'ADMIN'])).toEqual(['ADMIN', 'HIDE_CUSTOMER']);
    expect(sharedFlags(['ADMIN', 'CONNECT_EDIT'], ['CONNECT_VIEW'])).toEqual(['CONNECT_VIEW']);
  });

  it('is never more than the taker may do, whatever the two hold', () => {
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
    ['whoever is no administrator', { flags: ['ENGINEER'] }, {}],
    ['a monitoring centre', { userType: 4 }, {}],
    ['somebody disabled', { enabled: false }, {}],
    ['somebody for their own access', {}, { userKey: 'a' }],
    ['an administrator for a disabled user', {}, { enabled: false }],
    ['an administrator for a user of another dealer', {}, { dealerPath: '/1/49/' }],
    ['an administrator for a user above', {}, { dealerPath: '/1/' }],
  ])('is not for %s [P1-A08]', (_, changedActor, changedOther) => {
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

  it('is a super admin with ADMIN at dealer 1 only [P1-A06]', () => {
    expect(isSuperAdmin({ flags: ['ADMIN'], dealerKey: 1 })).toBe(true);
    expect(isSuperAdmin({ flags: ['ADMIN', 'ENGINEER'], dealerKey: 22 })).toBe(false);
    expect(isSuperAdmin({ flags: ['ENGINEER'], dealerKey: 1 })).toBe(false);
    expect(
      [1, 2, 3, 4].map((type) => whyNotSetType({ flags: ['ADMIN'], dealerKey: 22 }, type as 1) === undefined),
    ).toEqual([false, false, true, true]);
    expect(whyNotSetType({ flags: ['ADMIN'], dealerKey: 1 }, 1)).toBeUndefined();
  });

  it('sees the list of dealers at dealer 1 only [P1-A07]', () => {
    expect([1, 22].map((dealerKey) => seesDealerList({ dealerKey }))).toEqual([true, false]);
  });

  it('reaches users of the own part of the tree, never themselves, and ends but does not change who may do more', () => {
    expect([whyNotChange(manager, user), whyNotDelete(manager, user)]).toEqual([undefined, undefined]);
    for (const elsewhere of [{ dealerPath: '/1/49/' }, { dealerPath: '/1/' }, { userKey: 'a' }]) {
      expect(whyNotChange(manager, { ...user, ...elsewhere })).toBeDefined();
      expect(whyNotDelete(manager, { ...user, ...elsewhere })).toBeDefined();
    }
    expect(whyNotChange({ ...manager, actorKey: 'b' }, user)).toBeDefined();
    const engineer = { ...user, flags: ['ENGINEER'] as const };
    expect(whyNotChange(manager, engineer)).toBeDefined();
    expect(whyNotDelete(manager, engineer)).toBeUndefined();
  });
});

describe('a user name', () => {
  it('is one that looks like no other', () => {
    expect(UserName.parse('  Nora.W+1@northwind.example ')).toBe('Nora.W+1@northwind.example');
    for (const name of ['ab', 'nora w', 'nöra', 'nοra', 'x'.repeat(255), 'a\u200bbc'])
      expect(UserName.safeParse(name).success).toBe(false);
  });

  it('stands beside a mail address that is one and names that are there [P1-V10]', () => {
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
