import type { TransactWriteEntities } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { statusWhenFree } from '#core/customers/rules.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { type Operations, versionIs } from '../kit/conditions.ts';
import type { UnitEntity } from '../units/units.ts';
import type { CustomerEntity } from './entities.ts';
import type { Leaving } from './leaving.ts';
import type { UnitCustomerEntity } from './unit-customer.ts';

type To = TransactWriteEntities<{
  customer: typeof CustomerEntity;
  link: typeof UnitCustomerEntity;
  unit: typeof UnitEntity;
}>;
type Actor = Parameters<typeof auditEntry>[0];
type Changed = Partial<Omit<CustomerRecord, 'CustomerKey' | 'DealerKey' | 'version'>>;

/** Changes the customer on the condition that nobody else changed it since it was read. */
export const customerChanges = (customer: To['customer'], was: CustomerRecord, changed: Changed) =>
  customer
    .put({ ...was, ...changed, version: was.version + 1 })
    .where(versionIs(was.version))
    .commit();

interface Link {
  CustomerKey: string;
  version: number;
}

/** The condition that the link is as it was read. A link that was deleted and made again can have the same version, but not the same customer. */
export const linkIs =
  ({ CustomerKey, version }: Link) =>
  (link: Link, { eq }: Operations): string =>
    `${eq(link.CustomerKey, CustomerKey)} AND ${eq(link.version, version)}`;

const isAsRead =
  (was: UnitRecord) =>
  (stored: Pick<UnitRecord, 'DealerKey' | 'dealerPath' | 'UnitStatus'>, { eq }: Operations): string =>
    [
      eq(stored.DealerKey, was.DealerKey),
      eq(stored.dealerPath, was.dealerPath),
      eq(stored.UnitStatus, was.UnitStatus),
    ].join(' AND ');

/** Sets the status of a unit that gets a customer, on the condition that the unit is as it was read. */
export function unitIsAssigned(unit: To['unit'], was: UnitRecord) {
  const { UnitSerNum, UnitStatus } = was;
  return UnitStatus === ASSIGNED
    ? unit.check({ UnitSerNum }).where(isAsRead(was)).commit()
    : unit.patch({ UnitSerNum }).set({ UnitStatus: ASSIGNED }).where(isAsRead(was)).commit();
}

/** Sets the status of a unit that its customer leaves, on the condition that the unit is as it was read. */
export function unitIsFree(unit: To['unit'], was: UnitRecord, { fields, lost, counts }: Leaving) {
  const UnitStatus = statusWhenFree(was.UnitStatus);
  return unit
    .patch({ UnitSerNum: was.UnitSerNum })
    .set({ UnitStatus, ...fields })
    .remove([...lost])
    .add(counts)
    .where(isAsRead(was))
    .commit();
}

interface States {
  before?: object;
  after?: object;
}

export const customerEntry = (
  by: Actor,
  { CustomerKey, DealerKey }: Pick<CustomerRecord, 'CustomerKey' | 'DealerKey'>,
  action: AuditAction,
  states: States,
  now: number,
) => auditEntry(by, { objectKind: 'customer', objectId: CustomerKey, dealerKey: DealerKey, action, ...states }, now);

const unitEntry = (by: Actor, unit: UnitRecord, action: AuditAction, states: States, now: number) =>
  auditEntry(by, { objectKind: 'unit', objectId: unit.UnitSerNum, dealerKey: unit.DealerKey, action, ...states }, now);

export const assignedEntry = (by: Actor, unit: UnitRecord, customer: string, now: number) =>
  unitEntry(
    by,
    unit,
    'assign customer',
    { before: { UnitStatus: unit.UnitStatus }, after: { customer, UnitStatus: ASSIGNED } },
    now,
  );

export const freedEntry = (by: Actor, unit: UnitRecord, customer: string, { left }: Leaving, now: number) =>
  unitEntry(
    by,
    unit,
    'set unit free',
    {
      before: { customer, UnitStatus: unit.UnitStatus, ...left },
      after: { UnitStatus: statusWhenFree(unit.UnitStatus) },
    },
    now,
  );
