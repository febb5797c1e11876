import type { DemoCandidate, DemoUnit } from '#core/demo-units/demo-unit.ts';
import { fullUnitID } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '../dealers/dealers.ts';
import type { DemoUnitItem } from './demo-units.ts';

const unitOf = (unit: UnitRecord, DealerName: string) => ({
  UnitSerNum: unit.UnitSerNum,
  FullUnitID: fullUnitID(unit),
  UnitModel: unit.UnitModel,
  UnitStatus: unit.UnitStatus,
  DealerKey: unit.DealerKey,
  DealerName,
});

const namesOf = (units: readonly UnitRecord[], now: number) =>
  dealerStore.names(
    units.map(({ DealerKey }) => DealerKey),
    now,
  );

/** Demo units with their units. One whose unit is missing, or has left the scope, is left out. */
export async function shownDemoUnits(
  demoUnits: readonly DemoUnitItem[],
  units: readonly UnitRecord[],
  now: number,
): Promise<DemoUnit[]> {
  const names = await namesOf(units, now);
  const byNumber = new Map(units.map((unit) => [unit.UnitSerNum, unit]));
  return demoUnits.flatMap(({ UnitSerNum, Note, since, version }) => {
    const unit = byNumber.get(UnitSerNum);
    return unit ? [{ ...unitOf(unit, names.get(unit.DealerKey)!), Report: unit.Report, Note, since, version }] : [];
  });
}

/** Units that may become demo units. `demos`: those that are. */
export async function shownCandidates(
  units: readonly UnitRecord[],
  demos: ReadonlySet<string>,
  now: number,
): Promise<DemoCandidate[]> {
  const names = await namesOf(units, now);
  return units.map((unit) => ({
    ...unitOf(unit, names.get(unit.DealerKey)!),
    isDemo: demos.has(unit.UnitSerNum),
  }));
}
