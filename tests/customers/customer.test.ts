import { describe, expect, it } from 'vitest';
import { type AccessFlag, mayAccess, USER_TYPE } from '#core/access.ts';
import { ACTIONS } from '#core/audit/kinds.ts';
import { isHiddenFrom } from '#core/audit/sentence.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { HomeAddress } from '#core/caregivers/customer.ts';
import { customers } from '#core/customers/contract.ts';
import { ACCOUNT_STATUS, Customer, customerWords, NameFields } from '#core/customers/customer.ts';
import { CustomerRecord } from '#core/customers/customer-record.ts';
import {
  mayErase,
  requireAssignable,
  requireRoom,
  statusWhenFree,
  withEntry,
  withoutName,
} from '#core/customers/rules.ts';
import { lookupsOf, phrasesOf, searchedPhrase } from '#core/customers/search.ts';
import { UNIT_STATUS, type UnitStatus } from '#core/units/unit.ts';
import { CustomerEntity } from '#data/customers/entities.ts';
import { expectAgreement } from '#support/agreement.ts';
import { withMessage } from '#support/with-message.ts';

const KEY = '01KAJN9FR00000000000000001';
const aName = (FirstName: string, LastName: string, phones: Partial<NameFields> = {}) => ({
  ...NameFields.parse({ FirstName, LastName, ...phones }),
  key: KEY,
});
const home = {
  ...HomeAddress.parse({ Address1: '12 Willow Lane', City: 'Provo', Zip: '84601', Country: 'USA' }),
  key: KEY,
};

describe('a customer', () => {
  it('has the fields of its entity', () => expectAgreement(CustomerEntity, CustomerRecord));

  it('has myLinkKey, names, addresses, units and myLinkStatus, and its caregivers [P1-E21 P1-B50]', () => {
    const fields = ['myLinkKey', 'names', 'addresses', 'units', 'myLinkStatus', 'caregivers'];
    expect(Object.keys(Customer.shape)).toEqual(expect.arrayContaining(fields));
  });

  it('needs neither a second address line nor phone numbers [P1-E22]', () => {
    expect(NameFields.parse({ FirstName: 'Ann', LastName: 'Lee' })).toMatchObject({ HomePhone: '', CellPhone: '' });
    expect(home.Address2).toBe('');
    expect(NameFields.safeParse({ FirstName: 'Ann', LastName: 'Lee', CellPhone: '555' }).success).toBe(false);
    expect(NameFields.safeParse({ FirstName: 'Ann' }).success).toBe(false);
  });

  it('is active with 23 and archived with 24 [P1-E23 P1-K22]', () =>
    expect(ACCOUNT_STATUS).toEqual({ 23: 'Active', 24: 'Archived' }));

  it('is called by its first name, or by its address while it has none', () => {
    expect(customerWords({ names: [aName('Ann', 'Lee'), aName('Bo', 'Lee')], addresses: [home] })).toBe('Ann Lee');
    expect(customerWords({ names: [], addresses: [home] })).toBe('12 Willow Lane, Provo, 84601, USA');
  });
});

describe('the names of a customer', () => {
  const [one, two] = [
    { ...aName('Ann', 'Lee'), key: '1' },
    { ...aName('Bo', 'Lee'), key: '2' },
  ];

  it('can be removed except the last one [P1-V24 P1-M45]', () => {
    expect(withoutName({ names: [one, two] }, '1')).toEqual([two]);
    expect(() => withoutName({ names: [two] }, '2')).toThrow(withMessage('Must have at least one customer'));
  });

  it('that somebody else removed cannot be removed or changed', () => {
    expect(() => withoutName({ names: [one] }, '2')).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
    expect(() => withEntry([one], two)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });

  it('are at most ten, and addresses five', () => {
    const many = (count: number) => Array.from({ length: count }, () => one);
    expect(() => requireRoom({ names: many(11), addresses: [home] })).toThrow(/at most 10 names/);
    expect(() => requireRoom({ names: many(10), addresses: Array.from({ length: 6 }, () => home) })).toThrow(
      /at most 5 addresses/,
    );
  });
});

describe('the erasure of a customer', () => {
  it('is of the version that the person saw, also after a part of it', () => {
    expect([3, 4, 5].map((seen) => mayErase({ version: 4 }, seen))).toEqual([false, true, false]);
    const half = { version: 6, erasingFrom: 4 };
    expect([3, 4, 5, 6].map((seen) => mayErase(half, seen))).toEqual([false, true, false, true]);
  });
});

describe('a unit', () => {
  it('is assigned while it is ready or in service, and to an active customer with room', () => {
    const active = { myLinkStatus: 23 as const, units: [] };
    const codes = Object.keys(UNIT_STATUS).map(Number) as UnitStatus[];
    const possible = codes.filter((UnitStatus) => {
      try {
        requireAssignable(active, { UnitStatus });
        return true;
      } catch {
        return false;
      }
    });
    expect(possible).toEqual([5, 9]);
    expect(() => requireAssignable(active, { UnitStatus: 33 })).toThrow(
      withMessage('This unit is in repair. Only a unit that is ready can be assigned'),
    );
    expect(() => requireAssignable({ ...active, myLinkStatus: 24 }, { UnitStatus: 5 })).toThrow(/is archived/);
    const full = { ...active, units: Array.from({ length: 10 }, (_, index) => String(index)) };
    expect(() => requireAssignable(full, { UnitStatus: 5 })).toThrow(/at most 10 units/);
  });

  it('is ready when it is set free, unless it is in repair or destroyed', () =>
    expect(([9, 33, 8, 5] as const).map(statusWhenFree)).toEqual([5, 33, 8, 5]));
});

describe('a search', () => {
  const customer = {
    CustomerKey: KEY,
    dealerPath: '/1/22/220/',
    names: [aName('María del Carmen', "O'Brien-Lopez", { HomePhone: '8015550123' })],
    addresses: [home],
  };
  const finds = (text: string) => phrasesOf(customer).some((phrase) => phrase.startsWith(searchedPhrase(text)));

  it.each([
    'maría',
    'MARÍA DEL',
    'carmen',
    "o'brien",
    'Lopez, María',
    'brien lopez mar',
    '8015550123',
    '(801) 555-0123',
    '+1 801-555-0123',
    '555-0123',
    '5550',
    '12 Willow',
    'willow lane',
    'lane provo',
    'Provo',
    '84601',
  ])('finds “%s”', (text) => expect(finds(text)).toBe(true));

  it.each(['aria', 'illow', '0123', 'maria x', '84602'])('does not find “%s”', (text) =>
    expect(finds(text)).toBe(false),
  );

  it.each(['', '   ', "'); DROP TABLE", '#', '%', '*', '\u0000', '𝓜𝓪𝓻', '../..', '<script>'])(
    'of hostile text “%s” is a plain phrase',
    (text) => expect(searchedPhrase(text)).toMatch(/^[\p{L}\p{M}\p{N} ]*$/u),
  );

  it('has a lookup for each phrase and each dealer above, and fits into keys in any script', () => {
    expect(new Set(lookupsOf(customer).map(({ DealerKey }) => DealerKey))).toEqual(new Set([1, 22, 220]));
    const long = { ...customer, names: [aName('あ'.repeat(50), '𐍈'.repeat(25))] };
    expect(lookupsOf(long).every(({ phrase }) => Buffer.byteLength(phrase) <= 200)).toBe(true);
  });
});

describe('HIDE_CUSTOMER', () => {
  const holder = (...flags: AccessFlag[]) => ({ userType: USER_TYPE.dealerStaff, flags });

  it('hides every call of customers, also from who may change them [P1-A19]', () => {
    const open = [...Object.values(customers), caregivers.customer, caregivers.address, caregivers.saveCustomer];
    for (const { access } of open) {
      const flags: AccessFlag[] = ['CUSTOMER', 'CUSTOMER_EDIT', 'UNIT_EDIT', 'CAREGIVER'];
      expect(mayAccess(access, holder(...flags))).toBe(true);
      expect(mayAccess(access, holder(...flags, 'HIDE_CUSTOMER'))).toBe(false);
    }
  });

  it('hides every action on a customer in the audit', () => {
    const about = Object.keys(ACTIONS).filter((action) => /customer|account status|set unit free/.test(action));
    expect(about.length).toBeGreaterThan(10);
    for (const action of about) {
      expect([action, isHiddenFrom(holder('ADMIN', 'HIDE_CUSTOMER'), { action })]).toEqual([action, true]);
      expect(isHiddenFrom(holder('ADMIN'), { action })).toBe(false);
    }
    expect(isHiddenFrom(holder('ADMIN', 'HIDE_CUSTOMER'), { action: 'switch reporting' })).toBe(false);
  });
});
