import { isUnworn } from '#core/demo-units/demo-status.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { AuditEntity, SYSTEM } from '../audit/audit.ts';
import { RETRY, retry } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';
import { readLinkedUnit, saveVitalsLink } from './vitals-link.ts';

/**
 * Removes the patients that units kept when they were set free, before that removed them. Returns the number of these units. It can be repeated, and people can
 * work meanwhile.
 */
export async function unlinkFreedUnits(now: number): Promise<number> {
  let count = 0;
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: UnitRecord[]; cursor: string | null } = await UnitEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100 });
      for (const { UnitSerNum } of page.data.filter(({ vitalsPatient }) => vitalsPatient))
        if (await unlinkIfFreed(UnitSerNum, now)) count += 1;
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return count;
}

const unlinkIfFreed = (UnitSerNum: string, now: number): Promise<boolean> =>
  retry(`The unit ${UnitSerNum} changes all the time. Try again`, async () => {
    const linked = await readLinkedUnit(WHOLE_TREE, UnitSerNum);
    const { vitalsPatient, UnitStatus } = linked.unit;
    if (!vitalsPatient || !(isUnworn(UnitStatus) || (await wasFreedSince(UnitSerNum)))) return false;
    await saveVitalsLink(SYSTEM, linked, undefined, now, RETRY);
    return true;
  });

/** True if a customer left the unit after its patient was linked, so that the patient is of that customer. */
async function wasFreedSince(UnitSerNum: string): Promise<boolean> {
  let cursor: string | null = null;
  do {
    const page: { data: { action: string }[]; cursor: string | null } = await AuditEntity.query
      .byObject({ objectKind: 'unit', objectId: UnitSerNum })
      .go({ cursor, order: 'desc', limit: 100 });
    const latest = page.data.find(({ action }) => action === 'link vitals patient' || action === 'set unit free');
    if (latest) return latest.action === 'set unit free';
    ({ cursor } = page);
  } while (cursor !== null);
  return false;
}
