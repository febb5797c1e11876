import { AppError, orUndefined } from '#core/errors.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { UnitEntity } from './units.ts';

/** Why a unit is left that others change at each try. */
export const CHANGES_ALL_THE_TIME = 'Others change the unit all the time';

/** What an upgrade of stored units did: how many it changed, and why it left others for the next time. */
export interface UpgradedUnits {
  count: number;
  left: string[];
}

/**
 * Upgrades the units that `isChosen` says, one after the other. `upgrade` returns true if it changed the unit. A unit that is deleted meanwhile is passed over.
 * One that somebody else changes is left.
 */
export async function upgradeUnits(
  isChosen: (unit: UnitRecord) => boolean | Promise<boolean>,
  upgrade: (UnitSerNum: string) => Promise<boolean>,
): Promise<UpgradedUnits> {
  const done: UpgradedUnits = { count: 0, left: [] };
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: UnitRecord[]; cursor: string | null } = await UnitEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100 });
      for (const unit of page.data) {
        if (!(await isChosen(unit))) continue;
        try {
          if (await upgrade(unit.UnitSerNum).catch(orUndefined)) done.count += 1;
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
          done.left.push(`${unit.UnitSerNum}: ${error.message}`);
        }
      }
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return done;
}
