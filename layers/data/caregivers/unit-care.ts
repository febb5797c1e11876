import type { EntityItem } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { UnitCustomerEntity } from '../customers/unit-customer.ts';
import { AssignmentEntity } from './entities.ts';

export type UnitCustomer = EntityItem<typeof UnitCustomerEntity>;
export type Assignment = EntityItem<typeof AssignmentEntity>;

/** The customer and the assignments that are stored for a unit, with those that it had at a former dealer. */
export async function storedCareOf(UnitSerNum: string) {
  // The link is read first. Read at the same time, its version could be newer than the assignments that it guards.
  const { data: link } = await UnitCustomerEntity.get({ UnitSerNum }).go({ consistent: true });
  const { data: assignments } = await AssignmentEntity.query
    .byUnit({ UnitSerNum })
    .go({ consistent: true, pages: 'all' });
  return { link: link ?? undefined, assignments };
}

/**
 * The customer and the assignments of a unit. Those of a former dealer or customer do not exist for the present one, also before they are
 * detached.
 */
export async function careOf({ UnitSerNum, DealerKey }: Pick<UnitRecord, 'UnitSerNum' | 'DealerKey'>) {
  const { link, assignments } = await storedCareOf(UnitSerNum);
  if (link?.DealerKey !== DealerKey) return { link: undefined, assignments: [] };
  return { link, assignments: assignments.filter(({ CustomerKey }) => CustomerKey === link.CustomerKey) };
}

/** The care of a unit that has a customer; CONFLICT if it has none. */
export async function careWithCustomer(unit: UnitRecord) {
  const { link, assignments } = await careOf(unit);
  if (!link) throw new AppError('CONFLICT', 'The unit has no customer yet. Create its customer first');
  return { link, assignments };
}
