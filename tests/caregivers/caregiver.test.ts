import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CaregiverFields, newUniqueIdentifier, UniqueIdentifier } from '#core/caregivers/caregiver.ts';
import { addressLine, HomeAddress } from '#core/caregivers/customer.ts';
import { mergeAddress, mergeCaregiver } from '#core/caregivers/merge.ts';
import { parseFields } from '#core/field-messages.ts';

describe('a unique ID', () => {
  it('has 10 random characters out of A-Z and 0-9 [P2-V52]', () => {
    const many = Array.from({ length: 500 }, () => newUniqueIdentifier((limit) => randomInt(limit)));
    expect(many.every((one) => /^[A-Z0-9]{10}$/.test(one) && UniqueIdentifier.safeParse(one).success)).toBe(true);
    expect([...new Set(many.join(''))].sort().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(new Set(many).size).toBe(500);
  });
});

describe('a caregiver', () => {
  const parse = (emails: unknown) => parseFields(CaregiverFields, { Name: 'Ann Lee', emails });
  it('has several e-mail addresses, each once [P2-V20 P2-E27]', () => {
    expect(parse(['a@family.example', 'b@family.example', 'A@Family.example']).data?.emails).toEqual([
      'a@family.example',
      'b@family.example',
    ]);
  });

  it.each(['ann', 'ann@', '@family.example', 'a b@family.example', 'a@b', 'a@@b.example'])(
    'is refused with “%s”, which is no e-mail address, beside one that is [P2-V19]',
    (email) => {
      expect(parse(['a@family.example', email]).error?.issues).toMatchObject([
        { path: ['emails', 1], message: 'Not an e-mail address' },
      ]);
    },
  );

  it.each([[[]], [undefined], [Array.from({ length: 11 }, (_, index) => `a${index}@family.example`)]])(
    'needs one to ten of them: not %o',
    (emails) => expect(parse(emails).success).toBe(false),
  );
});

describe('two people who change a caregiver at once', () => {
  const seen = { Name: 'Ann Lee', emails: ['a@x.example', 'b@x.example'] };
  const merge = (entered: object, stored: object) =>
    mergeCaregiver({ seen, entered: { ...seen, ...entered }, stored: { ...seen, ...stored } });

  it('change different fields: both changes are kept', () => {
    expect(merge({ Name: 'Ann Leigh' }, { emails: ['c@x.example'] })).toEqual({
      Name: 'Ann Leigh',
      emails: ['c@x.example'],
    });
    expect(merge({ emails: ['c@x.example'] }, { Name: 'Ann Leigh' })).toEqual({
      Name: 'Ann Leigh',
      emails: ['c@x.example'],
    });
  });

  it('add and remove e-mail addresses: all additions and removals are kept, in any case', () => {
    const emails = merge(
      { emails: ['A@x.example', 'b@x.example', 'mine@x.example', 'both@x.example'] },
      { emails: ['b@x.example', 'theirs@x.example', 'Both@x.example'] },
    ).emails;
    expect(emails).toEqual(['b@x.example', 'theirs@x.example', 'Both@x.example', 'mine@x.example']);
  });

  it('change the case of an e-mail address: it is stored as it was written, unless somebody else changed it', () => {
    const emails = ['A@x.example', 'b@x.example'];
    expect(merge({ emails }, {}).emails).toEqual(emails);
    expect(merge({}, { emails }).emails).toEqual(emails);
  });

  it('change the name to the same', () =>
    expect(merge({ Name: 'Ann Leigh' }, { Name: 'Ann Leigh' }).Name).toBe('Ann Leigh'));

  it('change the name differently: the second gets the name of the first', () => {
    const message = 'Somebody else changed this to “Anna Lee” meanwhile. Save again to replace it with yours';
    expect(() => merge({ Name: 'Ann Leigh' }, { Name: 'Anna Lee' })).toThrow(
      expect.objectContaining({ code: 'CONFLICT', message, issues: [{ path: 'Name', message }] }),
    );
  });

  it('never remove all addresses together', () => {
    expect(() => merge({ emails: ['a@x.example'] }, { emails: ['b@x.example'] })).toThrow(
      expect.objectContaining({ code: 'CONFLICT', issues: [expect.objectContaining({ path: 'emails' })] }),
    );
  });
});

describe('a home address', () => {
  const home = HomeAddress.parse({
    Address1: '12 Willow Lane',
    City: 'Provo',
    State: 'UT',
    Zip: '84601',
    Country: 'USA',
  });
  it('is one line', () => expect(addressLine(home)).toBe('12 Willow Lane, Provo, UT 84601, USA'));

  it('is one value when two people change it: the second gets the address of the first', () => {
    const stored = { ...home, Zip: '84606' };
    const message =
      'Somebody else changed this to “12 Willow Lane, Provo, UT 84606, USA” meanwhile. Save again to replace it with yours';
    expect(() => mergeAddress({ seen: home, entered: { ...home, City: 'Orem' }, stored })).toThrow(
      expect.objectContaining({ code: 'CONFLICT', issues: [{ path: 'Address1', message }] }),
    );
    expect(mergeAddress({ seen: home, entered: home, stored })).toEqual(stored);
    expect(mergeAddress({ seen: stored, entered: home, stored })).toEqual(home);
  });
});
