import { isUnworn } from '#core/demo-units/demo-status.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { AuditEntity, SYSTEM } from '../audit/audit.ts';
import { RETRY, retry } from '../kit/change.ts';
import type { Upgraded } from '../kit/upgraded.ts';
import { CHANGES_ALL_THE_TIME, upgradeUnits } from '../units/upgrade-units.ts';
import { readLinkedUnit, saveVitalsLink } from './vitals-link.ts';

/** Removes the patients that units kept when they were set free, before that removed them. It can be repeated, and people can work meanwhile. */
export const unlinkFreedUnits = (now: number): Promise<Upgraded> =>
  upgradeUnits(
    ({ vitalsPatient }) => Boolean(vitalsPatient),
    (UnitSerNum) => unlinkIfFreed(UnitSerNum, now),
  );

const unlinkIfFreed = (UnitSerNum: string, now: number): Promise<boolean> =>
  retry(CHANGES_ALL_THE_TIME, async () => {
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
      .go({ cursor, order: 'desc', limit: 100, consistent: true });
    const latest = page.data.find(({ action }) => action === 'link vitals patient' || action === 'set unit free');
    if (latest) return latest.action === 'set unit free';
    ({ cursor } = page);
  } while (cursor !== null);
  return false;
}
