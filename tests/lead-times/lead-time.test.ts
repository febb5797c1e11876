import { describe, expect, it } from 'vitest';
import { LeadTime, LeadTimeInput, productDetails, requireEachQuantityOnce } from '#core/lead-times/lead-time.ts';
import { LeadTimeEntity } from '#data/lead-times/lead-times.ts';
import { expectAgreement } from '#support/agreement.ts';
import { withMessage } from '#support/with-message.ts';

const line = (MinQty: number, MaxQty: number, Product = 'MXD-LTE') => ({
  Product,
  PartNumber: 'P-1',
  MinQty,
  MaxQty,
  DaysOut: 10,
});

describe('a lead time', () => {
  it('has the fields of its entity', () => expectAgreement(LeadTimeEntity, LeadTime, ['DealerKey']));

  it('has Product and PartNumber in upper case [P1-V26 P1-E29]', () => {
    const parsed = LeadTimeInput.parse({ Product: ' mxd-lte ', PartNumber: 'p-1a', MinQty: 1, MaxQty: 9, DaysOut: 5 });
    expect(parsed).toEqual({ Product: 'MXD-LTE', PartNumber: 'P-1A', MinQty: 1, MaxQty: 9, DaysOut: 5 });
  });

  it.each([
    ['Product', 'Product is missing'],
    ['MinQty', 'The smallest quantity is missing'],
    ['MaxQty', 'The largest quantity is missing'],
    ['DaysOut', 'The number of days is missing'],
  ])('needs %s [P1-V25]', (field, message) => {
    const { error } = LeadTimeInput.safeParse({ ...line(1, 9), [field]: undefined });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([[field, message]]);
  });
});

describe('the lead times of a product', () => {
  it('cover each quantity once', () => {
    const lines = [line(11, 50), line(1, 10), line(51, 51), line(1, 8, 'AIR')];
    expect(() => requireEachQuantityOnce(lines, lines[0]!, undefined)).not.toThrow();
  });

  it('may begin later if they are stored so, until a change of the product itself', () => {
    const stored = [line(11, 20, 'OLD'), line(5, 8, 'OLDER')];
    const [own, mended, moved] = [line(1, 9), line(1, 10, 'OLD'), line(1, 4, 'OLDER')];
    expect(() => requireEachQuantityOnce([...stored, own], own, undefined)).not.toThrow();
    expect(() => requireEachQuantityOnce([...stored, mended], mended, undefined)).not.toThrow();
    const message = 'OLD would have no lead time for quantities 1 to 10';
    expect(() => requireEachQuantityOnce([...stored, moved], moved, mended)).toThrow(withMessage(message));
  });

  it.each([
    ['overlap', [line(1, 10), line(10, 20)], 'MXD-LTE would have two lead times for quantity 10'],
    ['overlap', [line(1, 20), line(5, 8)], 'MXD-LTE would have two lead times for quantities 5 to 8'],
    ['leave a gap', [line(1, 10), line(13, 20)], 'MXD-LTE would have no lead time for quantities 11 to 12'],
    ['begin later', [line(11, 20)], 'MXD-LTE would have no lead time for quantities 1 to 10'],
    ['end before they start', [line(1, 9), line(10, 9)], 'The largest quantity must be at least 10'],
  ])('are refused if they %s', (_, lines, message) => {
    expect(() => requireEachQuantityOnce(lines, lines[0]!, undefined)).toThrow(
      expect.objectContaining({ code: 'INVALID', message }),
    );
  });

  it('show the part number and the smallest quantity of the next line [P1-E30]', () => {
    const lines = [{ ...line(11, 50), PartNumber: 'P-2' }, line(1, 10), line(1, 4, 'AIR')];
    expect(productDetails(lines)).toEqual([
      { Product: 'MXD-LTE', partNumber: 'P-2', nextMin: 51 },
      { Product: 'AIR', partNumber: 'P-1', nextMin: 5 },
    ]);
  });
});
