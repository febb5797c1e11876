import { compare, type Verdict } from '#core/rollouts/health.ts';
import { whyNotOfStage } from '#core/rollouts/hold.ts';
import { nextComparisonAt, watchedUntil } from '#core/rollouts/tries.ts';
import { instant } from '#core/time.ts';
import { type Hearing, outageSince } from '#core/units/outages.ts';
import { pingIntervalOf } from '#core/units/silence.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { type NextState, rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { periodOf } from '#data/rollouts/unit-period.ts';
import { hearingStore } from '#data/units/hearing.ts';
import { dueUnits } from './due-units.ts';

const TOO_MANY_REPORTS = 'The unit sends too many reports to compare them all';

/**
 * Compares the units that have the version with themselves before it, as often as it is due. Not while the portal hears no units: that says nothing about the
 * version.
 */
export async function compareUnits(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const hearing = await hearingStore.get();
  if (outageSince(hearing, Date.now()) !== undefined) return;
  while (hasTime()) {
    const due = await dueUnits(rollout.rolloutId, 'watched');
    if (due.length === 0) return;
    for (const { item, unit } of due) {
      if (!hasTime()) return;
      await compareUnit(rollout, item, { unit, hearing }, Date.now());
    }
  }
}

async function compareUnit(
  { plan }: RolloutItem,
  item: RolloutUnitItem,
  { unit, hearing }: { unit: UnitRecord | undefined; hearing: Hearing | undefined },
  now: number,
): Promise<void> {
  const { sentAt = now, doneAt = now, stage } = item;
  // A unit that is put away falls silent, and another wearer has other habits: that says nothing about the version.
  const reason = whyNotOfStage(unit, plan.stages[stage]!);
  if (!unit || reason !== undefined)
    return void (await rolloutUnitStore.move(item, { state: 'done', nextAt: instant(now), ...(reason && { reason }) }));
  const interval = pingIntervalOf(unit);
  const until = watchedUntil(doneAt, plan.stages[stage]!.watchHours, interval);
  const to = Math.min(now, until);
  const next =
    now >= until
      ? ({ state: 'done', nextAt: instant(now) } as const)
      : ({ state: 'watched', nextAt: instant(nextComparisonAt(doneAt, until, now)) } as const);
  const judgement = await judge(unit, sentAt, { from: doneAt, to }, hearing);
  await keepJudgement(item, judgement, next);
}

/** What a comparison says. Without a verdict, too little is known of the time before. `reason` is what people should know of the comparison. */
export interface Judgement {
  verdict?: Verdict | undefined;
  reason?: string;
}

/** Stores what a comparison says with the next state of the unit. Without a verdict, that of the last comparison stays. */
export const keepJudgement = (
  item: RolloutUnitItem,
  { verdict, reason }: Judgement,
  next: NextState,
): Promise<boolean> => {
  const to = { ...next, ...(reason !== undefined && { reason }) };
  return verdict ? rolloutUnitStore.compare(item, verdict, to) : rolloutUnitStore.move(item, to);
};

/** Compares a time of the unit with as long a time before the update was sent. */
export async function judge(
  unit: UnitRecord,
  sentAt: number,
  { from, to }: { from: number; to: number },
  hearing: Hearing | undefined,
): Promise<Judgement> {
  const [before, after] = await Promise.all([
    periodOf(unit.UnitSerNum, sentAt - (to - from), sentAt, hearing),
    periodOf(unit.UnitSerNum, from, to, hearing),
  ]);
  const verdict = compare(before, after, pingIntervalOf(unit));
  return before.isCut || after.isCut ? { verdict, reason: TOO_MANY_REPORTS } : { verdict };
}
