import { zonesOf } from '#core/rollouts/window.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { CustomerEntity } from '../customers/entities.ts';
import { UnitCustomerEntity } from '../customers/unit-customer.ts';

/** The time zones that the unit may be in, by the home address of its customer. */
export async function zonesOfUnit({ UnitSerNum, DealerKey, ActiveCarrier }: UnitRecord): Promise<readonly string[]> {
  const { data: link } = await UnitCustomerEntity.get({ UnitSerNum }).go();
  // A customer of an earlier dealer of the unit has nothing to do with it.
  if (link?.DealerKey !== DealerKey) return zonesOf(undefined, ActiveCarrier);
  const { data: customer } = await CustomerEntity.get({ CustomerKey: link.CustomerKey }).go();
  return zonesOf(customer?.addresses[0]?.State, ActiveCarrier);
}
