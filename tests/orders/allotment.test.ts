import { describe, expect, it } from 'vitest';
import { identityAt, isBack, whyNotAllotted } from '#core/orders/allotment.ts';
import type { OrderRecord, StoredItem } from '#core/orders/order.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { aUnit } from '../units/a-shown-unit.ts';

const item = {
  product: 'MXD-LTE',
  LineID: 'C1',
  startingUnitID: '0100',
  uidLength: 4,
  UnitIDOptions: 'Default',
} as StoredItem;
const order = { orderKey: 'ORDER', DealerKey: 22 } as OrderRecord;
const READY = 5;
const inStock = { ...aUnit(), UnitModel: 'MXD-LTE', DealerKey: 1, UnitStatus: READY } as unknown as UnitRecord;
const held = { orderKey: 'OTHER', DealerKey: 49, hasShipped: true, hasCustomer: false };
const why = (unit: Parameters<typeof whyNotAllotted>[0], place?: Parameters<typeof whyNotAllotted>[1]['held']) =>
  whyNotAllotted(unit, { order, item, held: place });

describe('a unit', () => {
  it('is allotted from the stock of the root dealer, or of the dealer of the order', () => {
    expect(why(inStock)).toBeUndefined();
    expect(why({ ...inStock, UnitStatus: 11 })).toBeUndefined();
    expect(why({ ...inStock, DealerKey: 22 })).toBeUndefined();
    expect(why({ ...inStock, DealerKey: 220 })).toBe('The unit belongs to another dealer');
    const ofRoot = { order: { ...order, DealerKey: 1 }, item };
    expect(whyNotAllotted({ ...inStock, DealerKey: 22 }, ofRoot)).toBe('The unit belongs to another dealer');
    expect(why(undefined)).toBe('There is no such unit');
    expect(why({ ...inStock, UnitModel: 'myConnect' })).toBe('The unit is a myConnect, not a MXD-LTE');
    for (const UnitStatus of [9, 33, 8] as const)
      expect(why({ ...inStock, UnitStatus })).toMatch(/^The unit is not in stock: it is /);
  });

  it('is in one order only, until it has shipped and come back', () => {
    expect(why(inStock, { ...held, hasShipped: false })).toBe('The unit is allotted to another order');
    expect(why(inStock, held)).toBeUndefined();
    expect(why({ ...inStock, DealerKey: 49 }, held)).toBe(
      'The unit was shipped with another order, and is not back in the stock of the root dealer',
    );
    expect(why(inStock, { ...held, hasCustomer: true })).toBe('The unit has a customer');
    expect(why({ ...inStock, DealerKey: 22 }, { ...held, orderKey: 'ORDER', hasShipped: false })).toBeUndefined();
  });

  it('of an order of the root dealer never came back, because it never left', () => {
    expect(isBack(inStock, held)).toBe(true);
    expect(isBack(inStock, { ...held, DealerKey: 1 })).toBe(false);
    expect(isBack({ ...inStock, UnitStatus: 9 }, held)).toBe(false);
    expect(isBack(inStock, { ...held, hasShipped: false })).toBe(false);
  });

  it('has the unit ID of its place, its serial number, or none', () => {
    expect(identityAt(item, 3, '900001')).toEqual({ UnitLineID: 'C1', UnitID: '0102' });
    expect(identityAt({ ...item, UnitIDOptions: 'Use Serial Number' }, 3, '900001').UnitID).toBe('900001');
    expect(identityAt({ ...item, UnitIDOptions: "No Unit ID's" }, 3, '900001').UnitID).toBe('');
  });
});
