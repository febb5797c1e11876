import { SYSTEM } from '../audit/audit.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { UnitEntity } from '../units/units.ts';
import { recordsOf } from './caregivers.ts';
import { storedCareOf } from './unit-care.ts';
import { BUSY, entities, removeAssignment, takeOffUnit, unitEntry } from './writes.ts';

/**
 * Detaches the customer and the caregivers of former dealers from a unit that has another dealer now, or was deleted. They stay with
 * their dealers.
 */
export async function detachFormerDealers(UnitSerNum: string, now: number): Promise<void> {
  while (await detachFormerDealer(UnitSerNum, now));
}

/** Detaches what belongs to one former dealer, so that its audit entry names nobody of another dealer. False if there is none. */
const detachFormerDealer = (UnitSerNum: string, now: number): Promise<boolean> =>
  retry(BUSY, async () => {
    // The unit is read last. Otherwise what its new dealer adds in between would look like that of a former one.
    const { link, assignments } = await storedCareOf(UnitSerNum);
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const former = [...(link ? [link] : []), ...assignments].find((item) => item.DealerKey !== unit?.DealerKey);
    if (!former) return false;
    const { DealerKey } = former;
    const left = assignments.filter((one) => one.DealerKey === DealerKey);
    const records = await recordsOf(left);
    const before = { caregivers: records.map(({ Name }) => Name) };
    const audit = unitEntry(SYSTEM, { UnitSerNum, DealerKey }, 'detach caregiver customer', { before }, now);
    await change({ entities, audit, refused: { changed: RETRY } }, (to) => [
      ...(link?.DealerKey === DealerKey
        ? [to.link.delete({ UnitSerNum }).where(versionIs(link.version)).commit()]
        : []),
      ...left.map((assignment) => removeAssignment(to, UnitSerNum, assignment)),
      ...records.map((record) => takeOffUnit(to, record, UnitSerNum)),
    ]);
    return true;
  });
