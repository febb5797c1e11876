import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { lookupsOf } from '#core/customers/search.ts';
import { customerStore } from '#data/customers/customers.ts';
import { CustomerEntity, CustomerLookupEntity } from '#data/customers/entities.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { measure, measured } from '#support/capacity.ts';
import { IN_DEPTH } from '#support/depth.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

const FEW = 100;
const MANY = IN_DEPTH ? 3_000 : 1_000;
const PAGE = { pageSize: 10 };

const customer = (number: number): CustomerRecord => {
  const key = `01KAJN9FR0${String(number).padStart(16, '0')}`;
  return {
    ...{ CustomerKey: key, DealerKey: 49, dealerPath: '/1/49/', customerType: 0, myLinkStatus: 23, version: 1 },
    names: [{ key, FirstName: 'Rosa', LastName: `Willow ${number}`, HomePhone: '', CellPhone: '' }],
    addresses: [
      { key, Address1: `${number} Main Street`, Address2: '', City: 'Provo', State: '', Zip: '84601', Country: 'USA' },
    ],
    units: [],
  };
};

const add = (from: number, to: number) =>
  writeAll(
    Array.from({ length: to - from }, (_, index) => customer(from + index)).flatMap((one) => [
      itemOf(CustomerEntity, one),
      ...lookupsOf(one).map((lookup) => itemOf(CustomerLookupEntity, lookup)),
    ]),
    () => {},
  );

describe('with many customers', () => {
  beforeAll(someDealers);

  it('a page of the list and of a search costs the same as with few', async () => {
    const scope = scopeOf(await aUser({ dealer: 49 }));
    await add(0, FEW);
    measure((entity, index) => `${entity}.${index}`);
    const costs = async () => {
      measured();
      await customerStore.list(scope, { ...PAGE, type: 0, myLinkStatus: 23 });
      const list = measured().read;
      const { items } = await customerStore.search(scope, { ...PAGE, text: 'provo' });
      expect(items).toHaveLength(PAGE.pageSize);
      return { list, search: measured().read };
    };
    const few = await costs();
    await add(FEW, MANY);
    const many = await costs();
    expect(many.list).toBeLessThanOrEqual(few.list + 0.5);
    expect(many.search).toBeLessThanOrEqual(few.search + 0.5);
  });
});
