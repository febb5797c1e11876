import { mayAccess } from '#core/access.ts';
import type { Asked } from '#core/auth/asked.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Rights } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { requireHeldAlarm } from '#data/monitoring-centers/held-alarms.ts';
import { rightsLater } from '../session/rights-now.ts';

/** Returns true if one of those who asked that the unit gets something has the rights for it now, or if it needs nobody's. */
export async function mayAnySend(
  askers: readonly Asked[] | undefined,
  unit: UnitRecord,
  now: number,
): Promise<boolean> {
  if (!askers) return true;
  for (const asked of askers) if (await maySend(asked, unit, now)) return true;
  return false;
}

/**
 * Returns true if the person who asked that the unit gets something has the rights for it now. What nobody asked for as a person needs none: it belongs to
 * the dealer of the unit, or changes nothing.
 */
export async function maySend(asked: Asked | undefined, unit: UnitRecord, now: number): Promise<boolean> {
  if (!asked) return true;
  // The bridge, which units reach from outside, lists neither users nor sessions.
  const rights = await rightsLater(asked.by, now, { sameSession: true });
  if (!rights || !covers(rights, unit.dealerPath)) return false;
  if (!asked.needs.every((need) => mayAccess(need, rights))) return false;
  return !asked.forAlarm || hasAlarm(rights, unit, now);
}

async function hasAlarm(rights: Rights, { UnitSerNum }: UnitRecord, now: number): Promise<boolean> {
  try {
    await requireHeldAlarm(rights, UnitSerNum, now);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
