import type { TransactWriteEntities } from 'electrodb';
import { instant } from '#core/time.ts';
import { LOST_FIELDS } from '#core/units/move.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { UNLINKED } from '#core/vitals/unlinked.ts';
import type { Write } from '../kit/change.ts';
import { reminderEntities, removalOfAll } from '../reminders/reminders.ts';
import { homeAsked, queuedByRemoval, removalOfHome, removalWrites } from '../unit-configuration/former-home.ts';
import { SyncMessageEntity } from '../unit-configuration/sync-messages.ts';

export const leavingEntities = { ...reminderEntities, syncMessage: SyncMessageEntity };
type To = TransactWriteEntities<typeof leavingEntities>;

/**
 * What happens to a unit in the transaction in which its wearer leaves it and its dealer keeps it: its reminders are deleted, it has to forget the home Wi-Fi of the wearer, and it
 * loses its vitals link and its hub. `fields`, `lost` and `counts` belong to the write of the unit, `left` into the audit. `size`: how many writes and audit entries it takes. `placed`: the
 * reminders whose places the transaction gives back, once for all its units.
 */
export async function leavingOf(unit: UnitRecord, now: number) {
  const [removal, reminders] = await Promise.all([
    removalOfHome(unit, unit.DealerKey, now),
    removalOfAll(unit.UnitSerNum, now),
  ]);
  return {
    fields: {
      ...UNLINKED,
      ...homeAsked(unit, now),
      wearerLeftAt: instant(now),
      // A report of the hub that comes late is of the former home. An MXD-LTE has no hub.
      ...(unit.UnitModel !== DEFAULT_UNIT_MODEL && { hubAt: instant(now) }),
    },
    lost: LOST_FIELDS,
    counts: queuedByRemoval(removal),
    left: { ...portalOf(unit), ...reminders.left },
    reminders: reminders.left.reminders ?? [],
    audit: reminders.audit,
    placed: reminders.placed,
    size: reminders.size + (removal ? 2 : 0),
    writes: (to: To): Write[] => [...reminders.writes(to), ...removalWrites(to, removal)],
  };
}
export type Leaving = Awaited<ReturnType<typeof leavingOf>>;

/** The vitals portal that the unit is linked to, for the audit: an entry names no patient. */
const portalOf = ({ vitalsPortal }: Pick<UnitRecord, 'vitalsPortal'>) => (vitalsPortal ? { vitalsPortal } : {});
