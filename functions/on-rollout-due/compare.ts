import { compare, type Verdict } from '#core/rollouts/health.ts';
import { NOT_IN_SERVICE } from '#core/rollouts/hold.ts';
import { nextComparisonAt, watchedUntil } from '#core/rollouts/tries.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { pingIntervalOf } from '#core/units/silence.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { periodOf } from '#data/rollouts/unit-period.ts';
import { unitStore } from '#data/units/units.ts';

/** Compares the units that have the version with themselves before it, as often as it is due. */
export async function compareUnits(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  while (hasTime()) {
    const due = await rolloutUnitStore.due(rollout.rolloutId, 'watched', Date.now());
    if (due.length === 0) return;
    const units = await unitStore.getMany(
      WHOLE_TREE,
      due.map(({ UnitSerNum }) => UnitSerNum),
    );
    const bySerial = new Map(units.map((unit) => [unit.UnitSerNum, unit]));
    for (const item of due) {
      if (!hasTime()) return;
      await compareUnit(rollout, item, bySerial.get(item.UnitSerNum), Date.now());
    }
  }
}

async function compareUnit(
  { plan }: RolloutItem,
  item: RolloutUnitItem,
  unit: UnitRecord | undefined,
  now: number,
): Promise<void> {
  const { sentAt = now, doneAt = now, stage } = item;
  // A unit that is put away falls silent: that says nothing about the version.
  if (unit?.UnitStatus !== ASSIGNED)
    return void (await rolloutUnitStore.move(item, { state: 'done', nextAt: instant(now), reason: NOT_IN_SERVICE }));
  const interval = pingIntervalOf(unit);
  const until = watchedUntil(doneAt, plan.stages[stage]!.watchHours, interval);
  const to = Math.min(now, until);
  const next =
    now >= until
      ? ({ state: 'done', nextAt: instant(now) } as const)
      : ({ state: 'watched', nextAt: instant(nextComparisonAt(doneAt, until, now)) } as const);
  const verdict = await verdictOf(unit, sentAt, { from: doneAt, to });
  await (verdict ? rolloutUnitStore.compare(item, verdict, next) : rolloutUnitStore.move(item, next));
}

/** Compares a time of the unit with as long a time before the update was sent; undefined if nothing is known of that. */
export async function verdictOf(
  unit: UnitRecord,
  sentAt: number,
  { from, to }: { from: number; to: number },
): Promise<Verdict | undefined> {
  const [before, after] = await Promise.all([
    periodOf(unit.UnitSerNum, sentAt - (to - from), sentAt),
    periodOf(unit.UnitSerNum, from, to),
  ]);
  return compare(before, after, pingIntervalOf(unit));
}
