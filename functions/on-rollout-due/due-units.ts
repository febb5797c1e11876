import type { RolloutUnitState } from '#core/rollouts/rollout.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { RolloutUnitItem } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { unitStore } from '#data/units/units.ts';

/** A unit of a rollout. `unit` is undefined if the portal does not have it any more. */
export interface DueUnit {
  item: RolloutUnitItem;
  unit: UnitRecord | undefined;
}

/** The next units in a state whose time has come, at most LOOKED_AT_ONCE. */
export async function dueUnits(rolloutId: string, state: RolloutUnitState): Promise<DueUnit[]> {
  const due = await rolloutUnitStore.due(rolloutId, state, Date.now());
  const units = await unitStore.getMany(
    WHOLE_TREE,
    due.map(({ UnitSerNum }) => UnitSerNum),
    { consistent: true },
  );
  const bySerial = new Map(units.map((unit) => [unit.UnitSerNum, unit]));
  return due.map((item) => ({ item, unit: bySerial.get(item.UnitSerNum) }));
}
