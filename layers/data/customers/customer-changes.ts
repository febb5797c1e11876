import type { HomeAddress } from '#core/caregivers/customer.ts';
import {
  ACTIVE,
  type AccountStatus,
  ARCHIVED,
  type CustomerAddress,
  type CustomerName,
  type CustomerType,
  type NameFields,
} from '#core/customers/customer.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import {
  mayErase,
  requireAssignable,
  requireRoom,
  withEntry,
  withoutAddress,
  withoutName,
} from '#core/customers/rules.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { getAll } from '../kit/batch.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { placesFreed } from '../reminders/minutes.ts';
import { UnitEntity, unitStore } from '../units/units.ts';
import { customerStore } from './customers.ts';
import { CustomerEntity } from './entities.ts';
import { leavingEntities, leavingOf } from './leaving.ts';
import { UnitCustomerEntity } from './unit-customer.ts';
import {
  assignedEntry,
  customerChanges,
  customerEntry,
  freedEntry,
  linkIs,
  unitIsAssigned,
  unitIsFree,
} from './writes.ts';

const entities = { customer: CustomerEntity, link: UnitCustomerEntity, unit: UnitEntity, ...leavingEntities };

const BUSY = 'Others change this customer right now. Please try again';
const CHANGED = 'Somebody else changed this customer meanwhile. Please look at it again';
const DEALER_MOVED = 'Your dealer was moved meanwhile. Try again in a moment';
const refused = { changed: RETRY } as const;

type Changed = Partial<Pick<CustomerRecord, 'customerType' | 'names' | 'addresses'>>;
const LABELS = { customerType: 'Type', names: 'Names', addresses: 'Addresses' } as const;

export const customerChangeStore = {
  /** Creates a customer of the scope's dealer. Returns its key. */
  async create(
    { dealerKey: DealerKey, dealerPath, ...scope }: Scope,
    { customerType, name, address }: { customerType: CustomerType; name: NameFields; address: HomeAddress },
    now: number,
  ): Promise<string> {
    const customer: CustomerRecord = {
      CustomerKey: newId(now),
      ...{ DealerKey, dealerPath, customerType },
      myLinkStatus: ACTIVE,
      names: [{ ...name, key: newId(now) }],
      addresses: [{ ...address, key: newId(now) }],
      units: [],
      version: 1,
    };
    const audit = customerEntry(
      { ...scope, dealerKey: DealerKey },
      customer,
      'create customer',
      { after: { customerType } },
      now,
    );
    await change(
      { entities: { ...entities, dealer: DealerEntity }, audit, refused: { changed: CHANGED, moved: DEALER_MOVED } },
      (to) => [refusedAs('moved', dealerIsAt(to.dealer, customer)), to.customer.create(customer).commit()],
    );
    return customer.CustomerKey;
  },

  addName: (scope: Scope, CustomerKey: string, name: NameFields, now: number) =>
    edit(scope, CustomerKey, ({ names }) => ({ names: [...names, { ...name, key: newId(now) }] }), now),

  addAddress: (scope: Scope, CustomerKey: string, address: HomeAddress, now: number) =>
    edit(scope, CustomerKey, ({ addresses }) => ({ addresses: [...addresses, { ...address, key: newId(now) }] }), now),

  /** Changes the type, a name or an address of the version that the person saw; CONFLICT if there is a newer one. */
  update: (
    scope: Scope,
    CustomerKey: string,
    {
      version,
      customerType,
      name,
      address,
    }: {
      version: number;
      customerType?: CustomerType | undefined;
      name?: CustomerName | undefined;
      address?: CustomerAddress | undefined;
    },
    now: number,
  ) =>
    edit(
      scope,
      CustomerKey,
      (was) => {
        if (was.version !== version) throw new AppError('CONFLICT', CHANGED);
        return {
          customerType: customerType ?? was.customerType,
          names: withEntry(was.names, name),
          addresses: withEntry(was.addresses, address),
        };
      },
      now,
    ),

  removeName: (scope: Scope, CustomerKey: string, key: string, now: number) =>
    edit(scope, CustomerKey, (was) => ({ names: withoutName(was, key) }), now),

  removeAddress: (scope: Scope, CustomerKey: string, key: string, now: number) =>
    edit(scope, CustomerKey, (was) => ({ addresses: withoutAddress(was, key) }), now),

  /** Assigns a unit of the customer's dealer that has no customer. */
  assignUnit: (scope: Scope, CustomerKey: string, UnitSerNum: string, now: number): Promise<void> =>
    retry(BUSY, async () => {
      // The unit is read last: it is what the customer and the link guard.
      const customer = await customerStore.get(scope, CustomerKey);
      const { data: link } = await UnitCustomerEntity.get({ UnitSerNum }).go({ consistent: true });
      const unit = await unitStore.get(scope, UnitSerNum);
      if (unit.DealerKey !== customer.DealerKey)
        throw new AppError('CONFLICT', 'This unit belongs to another dealer than the customer');
      if (link?.DealerKey === unit.DealerKey)
        throw new AppError(
          'CONFLICT',
          link.CustomerKey === CustomerKey ? 'The customer has this unit already' : 'This unit has a customer already',
        );
      if (link) throw new AppError('CONFLICT', 'This unit was moved here just now. Try again in a moment');
      requireAssignable(customer, unit);
      const audit = [
        customerEntry(scope, customer, 'assign unit to customer', { after: { UnitSerNum } }, now),
        assignedEntry(scope, unit, CustomerKey, now),
      ];
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAssigned(to.unit, unit),
        to.link.create({ UnitSerNum, DealerKey: unit.DealerKey, CustomerKey, version: 1 }).commit(),
        customerChanges(to.customer, customer, { units: [...customer.units, UnitSerNum], ...NOT_ERASED }),
      ]);
    }),

  /** Takes a unit off the customer and sets it free. The reaction to it removes the caregivers from the unit. */
  takeOffUnit: (scope: Scope, CustomerKey: string, UnitSerNum: string, now: number): Promise<void> =>
    retry(BUSY, async () => {
      const customer = await customerStore.get(scope, CustomerKey);
      if (!customer.units.includes(UnitSerNum)) throw new AppError('NOT_FOUND', 'The customer does not have this unit');
      await takeOff(scope, customer, UnitSerNum, {}, now);
    }),

  /** Archives the customer and sets its units free, or activates it. Doing it twice changes nothing. */
  setStatus: (scope: Scope, CustomerKey: string, myLinkStatus: AccountStatus, now: number): Promise<void> =>
    retry(BUSY, async () => {
      const customer = await customerStore.get(scope, CustomerKey);
      if (customer.myLinkStatus === myLinkStatus) return;
      const freed = await unitsOf(customer, myLinkStatus === ARCHIVED ? customer.units : [], now);
      // Units whose wearers leave behind too much for one transaction are taken off one by one before.
      if (!freed.fit) {
        await takeOff(scope, customer, customer.units[0]!, NOT_ERASED, now);
        return customerChangeStore.setStatus(scope, CustomerKey, myLinkStatus, now);
      }
      const states = { before: { myLinkStatus: customer.myLinkStatus }, after: { myLinkStatus } };
      const audit = [customerEntry(scope, customer, 'change account status', states, now), ...freed.audit(scope)];
      const units = myLinkStatus === ARCHIVED ? [] : customer.units;
      await change({ entities, audit, refused }, (to) => [
        ...freed.writes(to),
        customerChanges(to.customer, customer, { myLinkStatus, units, ...NOT_ERASED }),
      ]);
    }),

  /**
   * Erases the customer and sets its units free. The units, their logs and the audit stay; the audit has no values of the customer. If it fails in between, the
   * same call goes on.
   */
  erase: (scope: Scope, CustomerKey: string, version: number, now: number): Promise<void> =>
    retry(BUSY, async () => {
      const customer = await customerStore.get(scope, CustomerKey);
      if (!mayErase(customer, version)) throw new AppError('CONFLICT', CHANGED);
      const freed = await unitsOf(customer, customer.units, now);
      // Units whose wearers leave behind too much for one transaction are taken off one by one before.
      if (!freed.fit) {
        await takeOff(scope, customer, customer.units[0]!, { erasingFrom: version }, now);
        return customerChangeStore.erase(scope, CustomerKey, version, now);
      }
      const audit = [customerEntry(scope, customer, 'erase customer', {}, now), ...freed.audit(scope)];
      await change({ entities, audit, refused }, (to) => [
        ...freed.writes(to),
        to.customer.delete({ CustomerKey }).where(versionIs(customer.version)).commit(),
      ]);
    }),
};

/** Whoever changes a customer whose erasure failed in between has to be asked again before it goes on. */
const NOT_ERASED = { erasingFrom: undefined };

/** Takes a unit off the customer as it was read. */
async function takeOff(
  scope: Scope,
  customer: CustomerRecord,
  UnitSerNum: string,
  mark: Pick<CustomerRecord, 'erasingFrom'>,
  now: number,
): Promise<void> {
  const freed = await unitsOf(customer, [UnitSerNum], now);
  const audit = [
    customerEntry(scope, customer, 'take unit off customer', { before: { UnitSerNum } }, now),
    ...freed.audit(scope),
  ];
  const units = customer.units.filter((one) => one !== UnitSerNum);
  await change({ entities, audit, refused }, (to) => [
    ...freed.writes(to),
    customerChanges(to.customer, customer, { units, ...mark }),
  ]);
}

/** Changes fields of a customer. Two people who add or remove at once both succeed. */
const edit = (
  scope: Scope,
  CustomerKey: string,
  changedOf: (was: CustomerRecord) => Changed,
  now: number,
): Promise<void> =>
  retry(BUSY, async () => {
    const was = await customerStore.get(scope, CustomerKey);
    const next = { ...was, ...changedOf(was) };
    requireRoom(next);
    const changed = (['customerType', 'names', 'addresses'] as const).filter(
      (field) => !isEqual(next[field], was[field]),
    );
    if (changed.length === 0) return;
    const audit = customerEntry(
      scope,
      was,
      'edit customer',
      { after: { changed: changed.map((field) => LABELS[field]) } },
      now,
    );
    await change({ entities, audit, refused }, (to) => [customerChanges(to.customer, was, { ...next, ...NOT_ERASED })]);
  });

type To = Parameters<Parameters<typeof change<typeof entities>>[1]>[0];

/** A transaction has at most 100 writes. Some of them are the customer's own. */
const MOST_WRITES = 96;

/** The writes and the audit entries that set units of the customer free. `fit`: they fit into one transaction. */
async function unitsOf({ CustomerKey, DealerKey }: CustomerRecord, serialNumbers: readonly string[], now: number) {
  const keys = serialNumbers.map((UnitSerNum) => ({ UnitSerNum }));
  const links = await getAll(UnitCustomerEntity, keys, { consistent: true });
  const stored: UnitRecord[] = await getAll(UnitEntity, keys, { consistent: true });
  // A unit that was moved meanwhile belongs to others: only its link goes.
  const units = stored.filter((unit) => unit.DealerKey === DealerKey);
  const leaving = await Promise.all(units.map((unit) => leavingOf(unit, now)));
  const own = links.filter((link) => link.CustomerKey === CustomerKey);
  // Each unit has a write and an entry in the audit and in its log besides.
  const size = leaving.reduce((sum, one) => sum + one.size + 3, own.length);
  return {
    fit: size <= MOST_WRITES,
    audit: (scope: Scope) =>
      units.flatMap((unit, index) => [
        freedEntry(scope, unit, CustomerKey, leaving[index]!, now),
        ...leaving[index]!.audit,
      ]),
    writes: (to: To) => [
      ...own.map((link) => to.link.delete({ UnitSerNum: link.UnitSerNum }).where(linkIs(link)).commit()),
      ...units.map((unit, index) => unitIsFree(to.unit, unit, leaving[index]!)),
      ...leaving.flatMap((one) => one.writes(to)),
      ...placesFreed(
        to,
        leaving.flatMap(({ placed }) => placed),
        { now },
      ),
    ],
  };
}
