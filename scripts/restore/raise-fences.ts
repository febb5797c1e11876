import { tryWrite } from '#data/kit/conditions.ts';
import { UnitConnectionEntity } from '#data/units/unit-connection-entity.ts';
import { overAllUnits } from './all-units.ts';

/** More than a unit connects in 35 days, the longest time that a restore goes back. */
const SKIPPED = 1_000_000;

/**
 * Raises the fence of each unit's connection. Reports in the queue can have fences that the restored table does not know, and the
 * next connection of the unit must have a greater one. Returns the number of units.
 */
export const raiseFences = (): Promise<number> =>
  overAllUnits(async (UnitSerNum) => {
    const raised = await tryWrite(
      UnitConnectionEntity.patch({ UnitSerNum }).set({ held: false }).add({ fence: SKIPPED }).go(),
    );
    return raised ? 1 : 0;
  });
