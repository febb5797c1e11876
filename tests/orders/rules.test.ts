import { describe, expect, it } from 'vitest';
import { ShippingKey } from '#core/dealer-settings/shipping.ts';
import { DealerKey, DealerKeyInput } from '#core/dealers/dealer.ts';
import { USUAL_RULES } from '#core/dealers/rules.ts';
import { FIRST_DETAILS, OrderItemFields, OrderRecord, type StoredItem, usualCountry } from '#core/orders/order.ts';
import {
  allot,
  earliestShipDate,
  requireOrderable,
  requireShipDate,
  shownItem,
  submittedItems,
  todayOf,
  unitIDAt,
} from '#core/orders/rules.ts';
import { OrderEntity } from '#data/orders/entities.ts';
import { expectAgreement } from '#support/agreement.ts';
import { withMessage } from '#support/with-message.ts';

const item = (changed: Partial<StoredItem> = {}): StoredItem => ({
  ...{ orderItemKey: '01KAJN9FR00000000000007101', profile: 1, product: 'MXD-LTE', profileName: 'Homes' },
  ...{ orderItemQuantity: 10, LineID: 'C1', startingUnitID: '', endingUnitID: '', uidLength: 4 },
  ...{ label: 'Default', transmitter1: '', transmitter2: '', serviceStandardSelected: 'AT&T' },
  ...{ UnitIDOptions: 'Default', fileName: '' },
  ...changed,
});
const usual = { rules: USUAL_RULES, lines: { RestrictLineIDList: [], UseRestrictLineID: 0 as const } };

describe('a list from which nothing was chosen', () => {
  it.each([
    [OrderItemFields.shape.profile, 'Choose a profile'],
    [ShippingKey, 'Choose a shipping location'],
    [DealerKey, 'Choose a dealer'],
    [DealerKeyInput, 'Choose a dealer'],
  ])('says what to choose', (field, message) => {
    expect(field.safeParse(undefined).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('an order', () => {
  it('has the fields of its entity', () => expectAgreement(OrderEntity, OrderRecord, []));

  it('has one transmitter by default [P1-K21]', () => expect(FIRST_DETAILS.transmitterQty).toBe(1));

  it('can be requested from today on [P1-V34]', () => {
    expect(() => requireShipDate('2026-11-21', '2026-11-21')).not.toThrow();
    expect(() => requireShipDate('', '2026-11-21')).not.toThrow();
    expect(() => requireShipDate('2026-11-20', '2026-11-21')).toThrow(withMessage('The earliest ship date is today'));
  });

  it('has the day of the person, not of the server', () => {
    const now = Date.UTC(2026, 10, 22, 3);
    expect([0, 300, -600].map((offset) => todayOf(now, offset))).toEqual(['2026-11-22', '2026-11-21', '2026-11-22']);
  });
});

describe('an order item', () => {
  it('follows the unit ID options of the dealer', () => {
    for (const UnitIDOptions of ['Default', "No Unit ID's", 'Use Serial Number'] as const)
      expect(() => requireOrderable(item({ UnitIDOptions }), usual)).not.toThrow();
    const telus = { ...usual, rules: { ...USUAL_RULES, unitIDOptions: ["No Unit ID's" as const] } };
    expect(() => requireOrderable(item(), telus)).toThrow(withMessage('Your dealer does not offer this option'));
  });

  it('needs a file if the dealer requires one for MXD-LTE [P1-V32]', () => {
    const cedar = { ...usual, rules: { ...USUAL_RULES, udiFileRequired: true } };
    expect(() => requireOrderable(item(), cedar)).toThrow(withMessage('Must choose file.'));
    expect(() => requireOrderable(item({ fileName: 'udi.csv' }), cedar)).not.toThrow();
    expect(() => requireOrderable(item({ product: 'myConnect' }), cedar)).not.toThrow();
  });

  it('uses a line of the dealer, if those are restricted', () => {
    const lines = { RestrictLineIDList: ['C1'], UseRestrictLineID: 1 as const };
    expect(() => requireOrderable(item(), { ...usual, lines })).not.toThrow();
    expect(() => requireOrderable(item({ LineID: 'C2' }), { ...usual, lines })).toThrow(
      withMessage('Your dealer does not use this Line ID'),
    );
    expect(() => requireOrderable(item({ LineID: '' }), usual)).toThrow(withMessage('Enter a Line ID'));
    expect(() => requireOrderable(item({ LineID: '', UnitIDOptions: "No Unit ID's" }), usual)).not.toThrow();
  });

  it('begins at a number of its length', () => {
    const begin = (startingUnitID: string, uidLength: 4 | 5) => () =>
      requireOrderable(item({ startingUnitID, uidLength }), usual);
    expect(begin('9999', 4)).not.toThrow();
    expect(begin('99999', 5)).not.toThrow();
    expect(begin('10000', 4)).toThrow(withMessage('The first unit ID has at most 4 digits'));
  });

  it('shows its place, and what its unit IDs are', () => {
    const serial = shownItem(item({ UnitIDOptions: 'Use Serial Number' }), 1, 'KEY');
    expect(serial).toMatchObject({ orderItem: 2, uidOrderItemKey: 'KEY-2', NoUnitIDs: false, UseSerNumAsUID: true });
    expect(unitIDAt(item({ startingUnitID: '0100' }), 3)).toBe('0102');
    expect(unitIDAt(item({ UnitIDOptions: "No Unit ID's" }), 3)).toBe('');
    expect(unitIDAt(item({ UnitIDOptions: "No Unit ID's", startingUnitID: '0100' }), 3)).toBe('');
  });
});

describe('the unit IDs of an order', () => {
  it('differ between items of a line, those with a chosen number first', () => {
    const { items, lines } = submittedItems([item(), item({ startingUnitID: '5' }), item({ LineID: 'C2' })], new Map());
    expect(items.map(({ startingUnitID, endingUnitID }) => `${startingUnitID}-${endingUnitID}`)).toEqual([
      '0015-0024',
      '0005-0014',
      '0001-0010',
    ]);
    expect(lines.get('C1')).toEqual([{ from: 5, to: 24 }]);
  });

  it('are refused with the maximum that is left [P1-V33]', () => {
    const taken = new Map([['C1', [{ from: 1, to: 9_995 }]]]);
    expect(allot([item()], taken).allotted).toMatchObject([{ maximum: 4 }]);
    expect(() => submittedItems([item()], taken)).toThrow(
      expect.objectContaining({ code: 'CONFLICT', issues: [{ path: 'orderItemQuantity', message: '4' }] }),
    );
  });
});

describe('the earliest ship date', () => {
  const line = (Product: string, MinQty: number, MaxQty: number, DaysOut: number) => ({
    ...{ Product, MinQty, MaxQty, DaysOut, PartNumber: '' },
  });
  const matrix = [line('MXD-LTE', 1, 50, 5), line('MXD-LTE', 51, 500, 10), line('MYCONNECT AIR', 1, 50, 12)];
  const on = (items: StoredItem[]) => earliestShipDate(items, matrix, '2026-12-28');

  it('follows from the quantity of each product, and the slowest one decides', () => {
    expect(on([item()])).toBe('2027-01-02');
    expect(on([item({ orderItemQuantity: 30 }), item({ orderItemQuantity: 30 })])).toBe('2027-01-07');
    expect(on([item(), item({ product: 'myConnect Air' })])).toBe('2027-01-09');
    expect([50, 51].map((orderItemQuantity) => on([item({ orderItemQuantity })]))).toEqual([
      '2027-01-02',
      '2027-01-07',
    ]);
  });

  it('is unknown for a quantity without a lead time', () => {
    expect(on([item({ orderItemQuantity: 501 })])).toBeUndefined();
    expect(on([item(), item({ product: 'myConnect' })])).toBeUndefined();
    expect(on([])).toBeUndefined();
  });
});

it('the usual country of a shipping location is that of the dealer, or the United States', () => {
  expect([{ Country: ' Canada ' }, { Country: ' ' }, {}].map(usualCountry)).toEqual([
    'Canada',
    'United States',
    'United States',
  ]);
});
