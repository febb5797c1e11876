import { orUndefined } from '#core/errors.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type Upgraded, upgradeOne } from '../kit/upgraded.ts';
import { UnitEntity } from './units.ts';

/** Why a unit is left that others change at each try. */
export const CHANGES_ALL_THE_TIME = 'Others change the unit all the time';

/**
 * Upgrades the units that `isChosen` says, one after the other. `upgrade` returns true if it changed the unit. A unit that is deleted meanwhile is passed over.
 * One that fails is left.
 */
export async function upgradeUnits(
  isChosen: (unit: UnitRecord) => boolean | Promise<boolean>,
  upgrade: (UnitSerNum: string) => Promise<boolean>,
): Promise<Upgraded> {
  const done: Upgraded = { count: 0, left: [] };
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: UnitRecord[]; cursor: string | null } = await UnitEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100 });
      for (const unit of page.data)
        await upgradeOne(
          done,
          unit.UnitSerNum,
          async () => (await isChosen(unit)) && ((await upgrade(unit.UnitSerNum).catch(orUndefined)) ?? false),
        );
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return done;
}
