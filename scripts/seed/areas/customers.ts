import { ARCHIVED } from '#core/customers/customer.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { lookupsOf } from '#core/customers/search.ts';
import { CustomerEntity, CustomerLookupEntity } from '#data/customers/entities.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { seededAddress, seededCustomer, seededKey, seededName } from '../customers.ts';
import { DEALERS } from '../dealers.ts';
import { seededRandom } from '../random.ts';
import type { SeedOptions } from '../units.ts';
import { seedUnits } from '../units.ts';
import { itemOf } from '../write.ts';

const FACILITIES = ['Maple House', 'Canyon View', 'Center Street Home'];

/** The customers of units, and at each dealer facilities and archived households without a unit. */
export function* seed(options: SeedOptions) {
  for (const unit of seedUnits(options)) {
    const customer = seededCustomer(unit);
    if (!customer) continue;
    const { UnitSerNum, DealerKey } = unit;
    yield itemOf(UnitCustomerEntity, { UnitSerNum, DealerKey, CustomerKey: customer.CustomerKey, version: 1 });
    yield* itemsOf(customer);
  }
  for (const { DealerKey, dealerPath } of DEALERS) {
    const random = seededRandom(DealerKey + 41);
    const place = `D${String(DealerKey).padStart(5, '0')}`;
    for (const [index, name] of FACILITIES.entries()) {
      const isArchived = index === 0;
      yield* itemsOf({
        ...{ DealerKey, dealerPath, version: 1 },
        CustomerKey: seededKey('F', place, index),
        customerType: isArchived ? 0 : 1,
        myLinkStatus: isArchived ? ARCHIVED : 23,
        names: [
          {
            ...seededName(random),
            ...(!isArchived && { FirstName: name, LastName: 'Reception' }),
            key: seededKey('N', place, index),
          },
        ],
        addresses: [{ ...seededAddress(random), key: seededKey('A', place, index) }],
        units: [],
      });
    }
  }
}

function* itemsOf(customer: CustomerRecord) {
  yield itemOf(CustomerEntity, customer);
  for (const lookup of lookupsOf(customer)) yield itemOf(CustomerLookupEntity, lookup);
}
