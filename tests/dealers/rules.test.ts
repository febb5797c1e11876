import { describe, expect, it, test } from 'vitest';
import { BillingCode, DealerInput, DealerName } from '#core/dealers/dealer.ts';
import { requireEditable } from '#core/dealers/edit.ts';
import { accountName, reportingCarrier, reportingCustomer } from '#core/dealers/reporting-account.ts';
import {
  mayChooseNone,
  movedPath,
  pathUnder,
  requireDepth,
  requireNoCycle,
  requireParent,
} from '#core/dealers/tree.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import { withMessage } from '#support/with-message.ts';

const root = { DealerKey: 1, dealerPath: '/1/' };
const northwind = { DealerKey: 22, DealerParent: 1, dealerPath: '/1/22/' };
const oregon = { DealerKey: 220, DealerParent: 22, dealerPath: '/1/22/220/' };
const cedar = { DealerKey: 49, DealerParent: 1, dealerPath: '/1/49/' };
const flags = ['ADMIN_DEALER_ADD'] as const;
const editor = { dealerKey: 22, dealerPath: '/1/22/', home: { dealerKey: 22 }, flags };
const above = { dealerKey: 1, dealerPath: '/1/', home: { dealerKey: 1 }, flags };

describe('the place of a dealer', () => {
  it('is below its parent, or directly below the root without one [P1-E14]', () => {
    expect(pathUnder(oregon, 9)).toBe('/1/22/220/9/');
    expect(pathUnder(null, 9)).toBe('/1/9/');
  });

  it('changes together with all below it', () => {
    expect(movedPath('/1/22/220/2201/', '/1/22/220/', '/1/49/220/')).toBe('/1/49/220/2201/');
    expect(movedPath('/1/22/2200/', '/1/22/220/', '/1/49/220/')).toBe('/1/22/2200/');
  });

  it('has no parent only by decision of dealer 1, with the flag [P1-E14]', () => {
    expect(mayChooseNone(above)).toBe(true);
    expect(mayChooseNone({ ...above, flags: ['ADMIN'] })).toBe(false);
    expect(mayChooseNone(editor)).toBe(false);
    expect(() => requireParent(above, null)).not.toThrow();
    expect(() => requireParent(editor, null)).toThrow(withMessage('Only dealer 1 may have dealers without a parent'));
  });

  test.each([
    ['its own', northwind],
    ['one below', oregon],
  ])('may be below %s dealer', (_, parent) => expect(() => requireParent(editor, parent)).not.toThrow());

  test.each([
    ['the one above', root],
    ['one beside', cedar],
  ])('may not be below %s', (_, parent) =>
    expect(() => requireParent(editor, parent)).toThrow(withMessage('There is no such dealer')),
  );

  it('is at most eight levels below the root, including all below it', () => {
    const seventh = { dealerPath: '/1/2/3/4/5/6/7/8/' };
    expect(() => requireDepth(seventh)).not.toThrow();
    expect(() => requireDepth(seventh, 1)).toThrow(
      withMessage('There can be at most 8 levels of dealers below dealer 1'),
    );
    expect(() => requireDepth({ dealerPath: '/1/2/3/4/5/6/7/8/9/' })).toThrow(
      withMessage('There can be at most 8 levels of dealers below dealer 1'),
    );
    expect(() => requireDepth(null, 7)).not.toThrow();
    expect(() => requireDepth(null, 8)).toThrow(withMessage('There can be at most 8 levels of dealers below dealer 1'));
  });

  it('is never below itself', () => {
    expect(() => requireNoCycle(northwind, northwind)).toThrow(withMessage('A dealer cannot be below itself'));
    expect(() => requireNoCycle(northwind, oregon)).toThrow(withMessage('A dealer cannot be below itself'));
    expect(() => requireNoCycle(oregon, northwind)).not.toThrow();
    expect(() => requireNoCycle(root, northwind)).toThrow(withMessage('Dealer 1 has no parent'));
    // A key that starts with the same digits is another dealer.
    expect(() => requireNoCycle({ DealerKey: 2, dealerPath: '/1/2/' }, northwind)).not.toThrow();
  });
});

describe("a dealer's own record", () => {
  const was = { ...northwind, DealerBillingCode: 'NW22' };
  it('has a billing code and a parent that only dealers above set', () => {
    expect(() => requireEditable(editor, was, { DealerParent: 1, DealerBillingCode: 'NW22' })).not.toThrow();
    expect(() => requireEditable(editor, was, {})).not.toThrow();
    expect(() => requireEditable(editor, was, { DealerBillingCode: 'FREE' })).toThrow(
      withMessage('Only a dealer above yours can set its parent and billing code'),
    );
    expect(() => requireEditable(editor, was, { DealerParent: null })).toThrow(
      withMessage('Only a dealer above yours can set its parent and billing code'),
    );
    expect(() => requireEditable(above, was, { DealerBillingCode: 'FREE' })).not.toThrow();
    // A user of a dealer above, shown as this dealer, keeps these rights.
    const shown = { ...editor, home: { dealerKey: 1 } };
    expect(() => requireEditable(shown, was, { DealerBillingCode: 'FREE' })).not.toThrow();
  });
});

describe('the name of a dealer', () => {
  it('fits into a key of the table, whatever its characters expand to', () => {
    const bytes = (name: string) => Buffer.byteLength(nameSkeleton(DealerName.parse(name)));
    for (const sign of ['X', '名', '\u{fb03}', '\u0130', '\ufdfa']) {
      const longest = Array.from({ length: 100 }, (_, less) => sign.repeat(100 - less)).find(
        (name) => DealerName.safeParse(name).success,
      );
      expect(bytes(longest!), sign).toBeLessThan(900);
    }
    expect(() => DealerName.parse('\ufdfa'.repeat(100))).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ message: 'The name is too long' })] }),
    );
  });
});

describe('a billing code', () => {
  it('is stored in upper case [P1-E13]', () => {
    expect(BillingCode.parse(' nw-22a ')).toBe('NW-22A');
    expect(DealerInput.parse({ DealerName: 'A', DealerParent: null, DealerBillingCode: 'ab1' }).DealerBillingCode).toBe(
      'AB1',
    );
  });
});

describe('the account in the reporting system', () => {
  it('has a unique name that Control Center accepts', () => {
    expect(accountName({ DealerKey: 22, DealerName: 'A*B, Inc.' })).toBe('A B Inc. (22)');
    const long = accountName({ DealerKey: 10_001, DealerName: 'X'.repeat(100) });
    expect(long).toHaveLength(60);
    expect(long.endsWith(' (10001)')).toBe(true);
  });

  it('has an address within the maximum lengths', () => {
    const { billingAddress } = reportingCustomer({
      DealerKey: 1,
      DealerName: 'A',
      Address1: 'a'.repeat(100),
      Address2: 'b'.repeat(100),
      Zip: '9'.repeat(20),
    });
    expect(billingAddress).toMatchObject({ addressLine2: 'b'.repeat(40), postalCode: '9'.repeat(15), city: '' });
  });

  it('is at Telus for dealers in Canada', () => {
    expect(['CA', ' canada ', 'US', 'Cameroon', ''].map((Country) => reportingCarrier({ Country }))).toEqual([
      2, 2, 0, 0, 0,
    ]);
  });
});
