import { SYSTEM } from '../audit/audit.ts';
import { CustomerEntity } from '../customers/entities.ts';
import { customerChanges, linkIs } from '../customers/writes.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';
import { recordsOf } from './caregivers.ts';
import { storedCareOf, type UnitCustomer } from './unit-care.ts';
import { BUSY, entities, removeAssignment, type To, takeOffUnit, unitEntry } from './writes.ts';

/**
 * Detaches former customers and their caregivers from a unit: those of a dealer that the unit belonged to before, and the caregivers of a
 * customer that the unit has no more. They stay with their dealers.
 */
export async function detachFormer(UnitSerNum: string, now: number): Promise<void> {
  while (await detachFormerCustomer(UnitSerNum, now));
}

/** Detaches what belongs to one former customer, so that its audit entry names nobody of another dealer. False if there is none. */
const detachFormerCustomer = (UnitSerNum: string, now: number): Promise<boolean> =>
  retry(BUSY, async () => {
    // The unit is read last. Otherwise what its new dealer adds in between would look like that of a former one.
    const { link, assignments } = await storedCareOf(UnitSerNum);
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const isPresent = link !== undefined && link.DealerKey === unit?.DealerKey;
    const former = [...(link && !isPresent ? [link] : []), ...assignments].find(
      (item) => !isPresent || item.CustomerKey !== link.CustomerKey,
    );
    if (!former) return false;
    const { CustomerKey, DealerKey } = former;
    const left = assignments.filter((one) => one.CustomerKey === CustomerKey);
    const records = await recordsOf(left);
    const { data: customer } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
    const before = { caregivers: records.map(({ Name }) => Name) };
    const moved = link?.CustomerKey === CustomerKey;
    const action = moved ? 'detach caregiver customer' : 'remove former caregivers';
    const audit = unitEntry(SYSTEM, { UnitSerNum, DealerKey }, action, { before }, now);
    await change({ entities, audit, refused: { changed: RETRY } }, (to) => [
      moved ? to.link.delete({ UnitSerNum }).where(linkIs(link)).commit() : linkStays(to, UnitSerNum, link),
      ...(moved && customer?.units.includes(UnitSerNum)
        ? [customerChanges(to.customer, customer, { units: customer.units.filter((one) => one !== UnitSerNum) })]
        : []),
      ...left.map((assignment) => removeAssignment(to, UnitSerNum, assignment)),
      ...records.map((record) => takeOffUnit(to, record, UnitSerNum)),
    ]);
    return true;
  });

/** The check that the unit's customer is as it was read, so that caregivers of a new customer never look like former ones. */
const linkStays = (to: To, UnitSerNum: string, link: UnitCustomer | undefined) =>
  to.link
    .check({ UnitSerNum })
    .where((stored, operations) => (link ? linkIs(link)(stored, operations) : operations.notExists(stored.CustomerKey)))
    .commit();
