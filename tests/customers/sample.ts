import { lookupsOf } from '#core/customers/search.ts';
import { CustomerEntity, CustomerLookupEntity } from '#data/customers/entities.ts';
import { aUnit } from '#support/fleet.ts';
import type { Sample } from '#support/samples.ts';

const DealerKey = 220;
const dealerPath = '/1/22/220/';
/** One for the calls that can follow each other, and one for each of the others. */
const KEYS = ['444', '445', '446', '447', '448'].map((end) => `01KAJN9FR00000000000000${end}`);
const UNIT = '400444';
const NAMES = ['01KAJN9FR00000000000000451', '01KAJN9FR00000000000000452'];
const ADDRESS = {
  ...{ Address1: '12 Willow Lane', Address2: '', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' },
  key: '01KAJN9FR00000000000000461',
};

/** Customers with two names, and a unit that can be assigned. */
export const sample: Sample = {
  named: [...KEYS.map((name) => ({ name, missing: '01KAJN9FR00000000000000996' })), { name: UNIT, missing: 'ZZ9944' }],
  async add() {
    await aUnit({ dealer: DealerKey, number: 444, UnitStatus: 5 });
    for (const CustomerKey of KEYS) {
      const customer = {
        ...{ CustomerKey, DealerKey, dealerPath, version: 1 },
        customerType: 0 as const,
        myLinkStatus: 23 as const,
        names: NAMES.map((key, index) => ({
          key,
          FirstName: index === 0 ? 'Rosa' : 'Otto',
          LastName: 'Willow',
          HomePhone: '8015550123',
          CellPhone: '',
        })),
        addresses: [ADDRESS],
        units: [],
      };
      await CustomerEntity.put(customer).go();
      await CustomerLookupEntity.put(lookupsOf(customer)).go();
    }
  },
};
