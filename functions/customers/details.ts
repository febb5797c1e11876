import type { Customer } from '#core/customers/customer.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import type { Scope } from '#core/scope.ts';
import { caregiverStore } from '#data/caregivers/caregivers.ts';
import { shownCustomers } from '#data/customers/shown.ts';
import { unitStore } from '#data/units/units.ts';

/** A customer with its units and their caregivers. A unit that has another dealer now is left out. */
export async function detailsOf(scope: Scope, customer: CustomerRecord, now: number): Promise<Customer> {
  const [[row], stored] = await Promise.all([
    shownCustomers([customer], now),
    unitStore.getMany(scope, customer.units),
  ]);
  const units = stored.filter((unit) => unit.DealerKey === customer.DealerKey);
  const caregivers = await Promise.all(
    units.map(async (unit) =>
      (await caregiverStore.ofUnit(unit)).map(({ UserKey, Name }) => ({ UserKey, Name, UnitSerNum: unit.UnitSerNum })),
    ),
  );
  return {
    ...row!,
    units: units.map(({ UnitSerNum }) => UnitSerNum),
    unitDetails: units.map(({ UnitSerNum, UnitModel, UnitStatus, UnitID }) => ({
      ...{ UnitSerNum, UnitModel, UnitStatus, UnitID },
    })),
    caregivers: caregivers.flat(),
  };
}
