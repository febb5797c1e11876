import type { CaregiverCustomer, HomeAddress } from '#core/caregivers/customer.ts';
import { mergeAddress } from '#core/caregivers/merge.ts';
import { ACTIVE } from '#core/customers/customer.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { statusWhenFree } from '#core/customers/rules.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { CustomerEntity } from '../customers/entities.ts';
import { type Leaving, leavingOf } from '../customers/leaving.ts';
import { customerChanges, customerEntry, linkIs, unitIsAssigned, unitIsFree } from '../customers/writes.ts';
import { change, refusedAs, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { placesFreed } from '../reminders/minutes.ts';
import { reminderStore } from '../reminders/reminders.ts';
import { recordsOf } from './caregivers.ts';
import { detachFormer } from './former-customers.ts';
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
const HOME = ['Home address'];

/** The household that a unit page creates. */
const HOUSEHOLD = 0;

export const unitCustomerStore = {
  /** The customer of a unit; undefined if it has none. */
  async ofUnit(unit: UnitRecord): Promise<CaregiverCustomer | undefined> {
    const { link } = await careOf(unit);
    const { data } = link
      ? await CustomerEntity.get({ CustomerKey: link.CustomerKey }).go({ consistent: true })
      : { data: undefined };
    return data ? { CustomerKey: data.CustomerKey, HomeAddress: homeOf(data) } : undefined;
  },

  /** Creates the customer of a unit. CONFLICT if it has one. */
  async create(scope: Scope, unit: UnitRecord, HomeAddress: HomeAddress, now: number): Promise<CaregiverCustomer> {
    const { UnitSerNum, DealerKey, dealerPath, UnitStatus } = unit;
    const CustomerKey = newId(now);
    const customer: CustomerRecord = {
      ...{ CustomerKey, DealerKey, dealerPath, customerType: HOUSEHOLD },
      myLinkStatus: ACTIVE,
      names: [],
      addresses: [{ ...HomeAddress, key: newId(now) }],
      units: [UnitSerNum],
      version: 1,
    };
    const states = { before: { UnitStatus }, after: { changed: HOME, UnitStatus: ASSIGNED } };
    const audit = [
      unitEntry(scope, unit, 'create caregiver customer', states, now),
      customerEntry(scope, customer, 'create customer', { after: { customerType: HOUSEHOLD } }, now),
    ];
    await retry(BUSY, async () => {
      // What the unit had at a former dealer goes first, with the former customer's record of it.
      await detachFormer(UnitSerNum, now);
      if ((await careOf(unit)).link)
        throw new AppError(
          'CONFLICT',
          'Somebody else created the customer of this unit meanwhile. Please look at it first',
        );
      await change({ entities, audit, about: unit, refused }, (to) => [
        refusedAs('moved', unitIsAssigned(to.unit, unit)),
        to.customer.create(customer).commit(),
        to.link.create({ UnitSerNum, DealerKey, CustomerKey, version: 1 }).commit(),
      ]);
    });
    return { CustomerKey, HomeAddress };
  },

  /** Changes the home address. CONFLICT if somebody else changed it since it was `seen`. */
  update(
    scope: Scope,
    unit: UnitRecord,
    { CustomerKey, seen, entered }: { CustomerKey: string; seen: HomeAddress; entered: HomeAddress },
    now: number,
  ): Promise<CaregiverCustomer> {
    return retry(BUSY, async () => {
      const { customer } = await customerOf(unit, CustomerKey);
      const stored = homeOf(customer);
      const HomeAddress = mergedAddress({ seen, entered, stored });
      if (isEqual(HomeAddress, stored)) return { CustomerKey, HomeAddress };
      const audit = [
        unitEntry(scope, unit, 'edit caregiver customer', { after: { changed: HOME } }, now),
        customerEntry(scope, customer, 'edit customer', { after: { changed: HOME } }, now),
      ];
      const [home, ...others] = customer.addresses;
      const addresses = [{ ...HomeAddress, key: home!.key }, ...others];
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        customerChanges(to.customer, customer, { addresses, erasingFrom: undefined }),
      ]);
      return { CustomerKey, HomeAddress };
    });
  },

  /**
   * Deletes the customer of a unit, sets the unit free and removes its caregivers from the unit. It also deletes the `selected` caregivers,
   * unless they are assigned to other units. All others stay available. CONFLICT if the customer has other units.
   */
  remove(scope: Scope, unit: UnitRecord, CustomerKey: string, selected: readonly string[], now: number): Promise<void> {
    const { UnitSerNum, UnitStatus } = unit;
    return retry(BUSY, async () => {
      const { link, assignments, customer } = await customerOf(unit, CustomerKey);
      if (customer.units.some((other) => other !== UnitSerNum))
        throw new AppError('CONFLICT', 'This customer has other units too. Take the unit off the customer instead');
      const records = await recordsOf(assignments);
      const leaving = await leavingOf(unit, now);
      const isDeleted = (record: (typeof records)[number]) =>
        selected.includes(record.UserKey) && record.CaregiverUnits.every((other) => other === UnitSerNum);
      const states = {
        before: { UnitStatus, caregivers: records.map(({ Name }) => Name), ...leaving.left },
        after: { UnitStatus: statusWhenFree(UnitStatus) },
      };
      const audit = [
        unitEntry(scope, unit, 'delete caregiver customer', states, now),
        customerEntry(scope, customer, 'erase customer', {}, now),
        ...records
          .filter(isDeleted)
          .map(({ Name, emails, ...record }) =>
            caregiverEntry(scope, { ...record, Name }, 'delete caregiver', { before: { Name, emails } }, now),
          ),
        ...leaving.audit,
      ];
      // The entries of `leaving` are in its size. The others are one write each, and that of the unit is in its log too.
      const entries = audit.length - leaving.audit.length + 1;
      const removed = assignments.length + records.length + records.filter(isDeleted).length;
      if (leaving.reminders.length > 0 && leaving.size + entries + removed + OWN_WRITES > MOST_WRITES) {
        await removeReminders(scope, unit, leaving.reminders, now);
        return unitCustomerStore.remove(scope, unit, CustomerKey, selected, now);
      }
      await change({ entities, audit, about: unit, refused }, (to) => [
        refusedAs('moved', unitIsFree(to.unit, unit, leaving)),
        ...leaving.writes(to),
        ...placesFreed(to, leaving.placed, { now }),
        to.link.delete({ UnitSerNum }).where(linkIs(link)).commit(),
        to.customer.delete({ CustomerKey }).where(versionIs(customer.version)).commit(),
        ...assignments.map((assignment) => removeAssignment(to, UnitSerNum, assignment)),
        ...records.flatMap((record) =>
          isDeleted(record) ? deleteCaregiver(to, record) : [takeOffUnit(to, record, UnitSerNum)],
        ),
      ]);
    });
  },
};

/** A transaction has at most 100 writes. Some of them check the place of the unit. */
const MOST_WRITES = 96;
/** Those of the unit, its link and its customer. */
const OWN_WRITES = 3;

/** Deletes reminders whose commands do not fit into the transaction in which their wearer leaves. */
async function removeReminders(scope: Scope, unit: UnitRecord, reminders: Leaving['reminders'], now: number) {
  for (const { Message } of reminders)
    await reminderStore.remove(scope, unit, Message, now).catch((error: unknown) => {
      // Somebody else deleted it meanwhile.
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    });
}

/** The first address of a customer, as a unit page shows it. */
function homeOf({ addresses: [home] }: CustomerRecord): HomeAddress {
  const { key: _key, ...address } = home!;
  return address;
}

/** The address to store. A conflict does not repeat the stored address: error texts have no personal data. */
function mergedAddress(save: Parameters<typeof mergeAddress>[0]): HomeAddress {
  try {
    return mergeAddress(save);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = 'Somebody else changed the address meanwhile';
    throw new AppError('CONFLICT', message, [{ path: 'Address1', message }]);
  }
}

async function customerOf(unit: UnitRecord, CustomerKey: string) {
  const { link, assignments } = await careOf(unit);
  if (link?.CustomerKey !== CustomerKey) throw missing();
  const { data: customer } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
  if (!customer) throw missing();
  return { link, assignments, customer };
}
