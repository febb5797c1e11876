import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { NOT_CONNECTED, usesCarrier } from '#core/sims/carrier-change.ts';
import { targetOf, wouldLoseLine } from '#core/sims/change-for-many.ts';
import { SimChangeType } from '#core/sims/chosen-sims.ts';
import { slotsOfCarrier } from '#core/sims/plan.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { holdOf } from '#data/interlock/safety-facts.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';

const AT_A_TIME = 25;

/**
 * The units that would lose their line, also for a moment, or could by a plan without voice, and may be needed for help now, with the reason of each. And those
 * that would be told to change their carrier, and are not connected.
 */
export async function heldUnits(
  { type, value }: Pick<BulkAction, 'type' | 'value'>,
  units: readonly UnitRecord[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const losing = units.filter((unit) => mayLoseLine(unit, { type, value }));
  const held = new Map<string, string>();
  for (let from = 0; from < losing.length; from += AT_A_TIME)
    await Promise.all(
      losing.slice(from, from + AT_A_TIME).map(async ({ UnitSerNum }) => {
        const hold = await holdOf(value?.action === 'carrier' ? 'restart' : 'change of line', UnitSerNum, now);
        if (hold) held.set(UnitSerNum, hold.reason);
        else if (value?.action === 'carrier' && !(await unitConnectionStore.get(UnitSerNum, now)))
          held.set(UnitSerNum, NOT_CONNECTED);
      }),
    );
  return held;
}

function mayLoseLine(unit: UnitRecord, { type, value }: Pick<BulkAction, 'type' | 'value'>): boolean {
  if (value?.action === 'carrier') return !usesCarrier(unit, value.carrier);
  if (value?.action === 'plan') return slotsOfCarrier(unit, value.carrier).some((slot) => isActiveSim(unit, slot));
  return value?.action === 'sim' && wouldLoseLine(unit, targetOf(SimChangeType.parse(type)), value.sims);
}
