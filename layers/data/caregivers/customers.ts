import type { CaregiverCustomer, HomeAddress } from '#core/caregivers/customer.ts';
import { mergeAddress } from '#core/caregivers/merge.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { change, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { recordsOf } from './caregivers.ts';
import { CustomerEntity } from './entities.ts';
import { careOf } from './unit-care.ts';
import {
  BUSY,
  caregiverEntry,
  deleteCaregiver,
  entities,
  refused,
  removeAssignment,
  takeOffUnit,
  unitEntry,
  unitIsAsRead,
} from './writes.ts';

const missing = () => new AppError('NOT_FOUND', 'The unit has no such customer');

export const customerStore = {
  /** The customer of a unit; undefined if it has none. */
  async ofUnit(unit: UnitRecord): Promise<CaregiverCustomer | undefined> {
    const { link } = await careOf(unit);
    const { data } = link
      ? await CustomerEntity.get({ CustomerKey: link.CustomerKey }).go({ consistent: true })
      : { data: undefined };
    return data ? { CustomerKey: data.CustomerKey, HomeAddress: data.HomeAddress } : undefined;
  },

  /** Creates the customer of a unit. CONFLICT if it has one. */
  async create(scope: Scope, unit: UnitRecord, HomeAddress: HomeAddress, now: number): Promise<CaregiverCustomer> {
    const { UnitSerNum, DealerKey } = unit;
    const CustomerKey = newId(now);
    const audit = unitEntry(scope, unit, 'create caregiver customer', { after: { HomeAddress } }, now);
    await retry(BUSY, async () => {
      const { link, storedVersion } = await careOf(unit);
      if (link)
        throw new AppError(
          'CONFLICT',
          'Somebody else created the customer of this unit meanwhile. Please look at it first',
        );
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        to.customer.create({ CustomerKey, DealerKey, HomeAddress, version: 1 }).commit(),
        to.link
          .put({ UnitSerNum, DealerKey, CustomerKey, version: (storedVersion ?? 0) + 1 })
          .where(versionIs(storedVersion))
          .commit(),
      ]);
    });
    return { CustomerKey, HomeAddress };
  },

  /** Changes the home address. CONFLICT with the stored address if somebody else changed it since it was `seen`. */
  update(
    scope: Scope,
    unit: UnitRecord,
    { CustomerKey, seen, entered }: { CustomerKey: string; seen: HomeAddress; entered: HomeAddress },
    now: number,
  ): Promise<CaregiverCustomer> {
    return retry(BUSY, async () => {
      const { customer } = await customerOf(unit, CustomerKey);
      const { HomeAddress: stored, version } = customer;
      const HomeAddress = mergeAddress({ seen, entered, stored });
      if (isEqual(HomeAddress, stored)) return { CustomerKey, HomeAddress };
      const states = { before: { HomeAddress: stored }, after: { HomeAddress } };
      const audit = unitEntry(scope, unit, 'edit caregiver customer', states, now);
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        to.customer
          .patch({ CustomerKey })
          .set({ HomeAddress, version: version + 1 })
          .where(versionIs(version))
          .commit(),
      ]);
      return { CustomerKey, HomeAddress };
    });
  },

  /**
   * Deletes the customer of a unit and removes its caregivers from the unit. It also deletes the `selected` caregivers, unless they are
   * assigned to other units. All others stay available.
   */
  remove(scope: Scope, unit: UnitRecord, CustomerKey: string, selected: readonly string[], now: number): Promise<void> {
    const { UnitSerNum } = unit;
    return retry(BUSY, async () => {
      const { link, assignments, customer } = await customerOf(unit, CustomerKey);
      const records = await recordsOf(assignments);
      const isDeleted = (record: (typeof records)[number]) =>
        selected.includes(record.UserKey) && record.CaregiverUnits.every((other) => other === UnitSerNum);
      const before = { HomeAddress: customer.HomeAddress, caregivers: records.map(({ Name }) => Name) };
      const audit = [
        unitEntry(scope, unit, 'delete caregiver customer', { before }, now),
        ...records
          .filter(isDeleted)
          .map(({ Name, emails, ...record }) =>
            caregiverEntry(scope, { ...record, Name }, 'delete caregiver', { before: { Name, emails } }, now),
          ),
      ];
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        to.link.delete({ UnitSerNum }).where(versionIs(link.version)).commit(),
        to.customer.delete({ CustomerKey }).where(versionIs(customer.version)).commit(),
        ...assignments.map((assignment) => removeAssignment(to, UnitSerNum, assignment)),
        ...records.flatMap((record) =>
          isDeleted(record) ? deleteCaregiver(to, record) : [takeOffUnit(to, record, UnitSerNum)],
        ),
      ]);
    });
  },
};

async function customerOf(unit: UnitRecord, CustomerKey: string) {
  const { link, assignments } = await careOf(unit);
  if (link?.CustomerKey !== CustomerKey) throw missing();
  const { data: customer } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
  if (!customer) throw missing();
  return { link, assignments, customer };
}
