import { ROOT_DEALER } from '#core/dealers/tree.ts';
import type { PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { causeOf, type FleetReading } from '#core/sims/difference.ts';
import { shownState } from '#core/sims/sim-state.ts';
import { fleetReadingStore } from '#data/sims/fleet-readings.ts';
import { presentDifference, simDifferenceStore } from '#data/sims/sim-differences.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitStore } from '#data/units/units.ts';
import { storedSlot } from '#platform/sims/slot.ts';

/** One page of the differences that the caller may see. Each is checked against the unit as it is now, so what is mended is gone at once. */
export async function listDifferences(scope: Scope, request: PageRequest) {
  const now = Date.now();
  const [{ items: stored, cursor }, readings] = await Promise.all([
    simDifferenceStore.list(scope, request),
    fleetReadingStore.all(),
  ]);
  const units = await unitStore.getMany(scope, [...new Set(stored.map(({ UnitSerNum }) => UnitSerNum))]);
  const shown = await shownUnits(scope, units, now);
  const viewer = { engineer: scope.flags.includes('ENGINEER') };
  const items = stored.flatMap((one) => {
    const index = units.findIndex(({ UnitSerNum }) => UnitSerNum === one.UnitSerNum);
    const [unit, { DealerName }] = [units[index], shown[index] ?? { DealerName: '' }];
    const present = unit && presentDifference(unit, one);
    const sim = present && storedSlot(unit, present.slot);
    if (!sim) return [];
    const { UnitSerNum, UnitModel, UnitStatus, DealerKey } = unit;
    const cause = causeOf(present, one.status, unit);
    return [
      {
        ...{ UnitSerNum, UnitModel, UnitStatus, DealerKey, DealerName, slot: present.slot, iccid: one.iccid },
        ...{ carrier: sim.carrier, status: one.status, cause, foundAt: one.foundAt },
        stored: shownState(present.stored, viewer),
        told: present.told === null ? null : shownState(present.told, viewer),
        inUse: isActiveSim(unit, present.slot),
      },
    ];
  });
  return {
    items,
    cursor,
    readings: readings.map(({ carrier, startedAt, read, endedAt }) => ({
      ...{ carrier: carrier as FleetReading['carrier'], startedAt },
      // How many SIMs the whole tree has is of the root dealer only.
      ...(scope.dealerKey === ROOT_DEALER && { read }),
      ...(endedAt !== undefined && { endedAt }),
    })),
  };
}
