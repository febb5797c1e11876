import type { Upgraded } from '../kit/upgraded.ts';
import { settleFacets } from './settle-facets.ts';
import { upgradeUnits } from './upgrade-units.ts';

/** Puts the units with failed updates into the list of them, and counts them. It can be repeated, and people can work meanwhile. */
export const listFailedUpdates = (now: number): Promise<Upgraded> =>
  upgradeUnits(
    ({ downloadFail = 0 }) => downloadFail > 0,
    async (UnitSerNum) => {
      await settleFacets(UnitSerNum, now);
      return true;
    },
  );
