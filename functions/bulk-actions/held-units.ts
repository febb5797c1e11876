import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { targetOf, wouldLoseLine } from '#core/sims/change-for-many.ts';
import { SimChangeType } from '#core/sims/chosen-sims.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { holdOf } from '#data/interlock/safety-facts.ts';

const AT_A_TIME = 25;

/** The units that would lose their line and may be needed for help now, with the reason of each. */
export async function heldUnits(
  { type, value }: Pick<BulkAction, 'type' | 'value'>,
  units: readonly UnitRecord[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (value?.action !== 'sim') return new Map();
  const target = targetOf(SimChangeType.parse(type));
  const losing = units.filter((unit) => wouldLoseLine(unit, target, value.sims));
  const held = new Map<string, string>();
  for (let from = 0; from < losing.length; from += AT_A_TIME)
    await Promise.all(
      losing.slice(from, from + AT_A_TIME).map(async ({ UnitSerNum }) => {
        const hold = await holdOf('change of line', UnitSerNum, now);
        if (hold) held.set(UnitSerNum, hold.reason);
      }),
    );
  return held;
}
