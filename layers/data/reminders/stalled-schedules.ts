import type { BulkPartRecord, BulkRowRecord, BulkScheduleRecord } from '#core/reminders/bulk-schedule-record.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import { bulkScheduleRowStore } from './bulk-schedule-rows.ts';
import {
  auditedOf,
  BulkScheduleEntity,
  BulkSchedulePartEntity,
  countsOf,
  partEnds,
  partItem,
  UNDER_WAY,
} from './bulk-schedules.ts';

const entities = { bulk: BulkScheduleEntity, part: BulkSchedulePartEntity };

/**
 * Goes on with a stalled schedule: each open part ends with the outcomes that it has, and the rows that it left go into a new part, from
 * `startsAt` on. A message of the old part, redriven later, does nothing. Returns the numbers of the rows that were left.
 * @throws CONFLICT if something moved since `was` was read: a worker may have the rows
 */
export async function goOn(scope: Scope, was: BulkScheduleRecord, startsAt: string, now: number): Promise<Set<number>> {
  const left = new Set<number>();
  const parts = await openParts(was.schedule);
  for (const part of parts) {
    const numbers = part.rows.map(({ row }) => row);
    const outcomes = await bulkScheduleRowStore.outcomes(was.schedule, numbers);
    const at = { offset: left.size, isFirst: part === parts[0] };
    for (const { row } of await replacePart(scope, { ...was, startsAt }, part, outcomes, at, now)) left.add(row);
  }
  return left;
}

async function openParts(schedule: string): Promise<BulkPartRecord[]> {
  const { data } = await BulkSchedulePartEntity.query
    .bulkSchedulePart({ schedule })
    .go({ consistent: true, pages: 'all' });
  return data.filter(({ finishedAt }) => finishedAt === undefined);
}

/** Returns the rows that the part left. After the first part, what goes on already moves the schedule. */
async function replacePart(
  scope: Scope,
  bulk: BulkScheduleRecord,
  { schedule, part, rows }: BulkPartRecord,
  outcomes: readonly BulkRowRecord[],
  { offset, isFirst }: { offset: number; isFirst: boolean },
  now: number,
): Promise<BulkPartRecord['rows']> {
  const own = outcomes.filter((outcome) => outcome.part === part);
  const done = new Set(own.map(({ row }) => row));
  const left = rows.filter(({ row }) => !done.has(row));
  const reached = rows.filter(({ row }) => done.has(row));
  const audit = left.length > 0 ? auditEntry(scope, auditedOf(bulk, 'reschedule bulk schedule', left.length), now) : [];
  await change({ entities, audit, refused: { changed: UNDER_WAY } }, (to) => [
    partEnds(to.part, { schedule, part }, now),
    to.bulk
      .patch({ schedule })
      .add({ ...countsOf(reached, own), openParts: left.length > 0 ? 0 : -1 })
      .set({ movedAt: instant(now) })
      .where(({ schedule: stored, movedAt }, { eq, exists, notExists }) => {
        if (!isFirst) return exists(stored);
        return bulk.movedAt === undefined ? notExists(movedAt) : eq(movedAt, bulk.movedAt);
      })
      .commit(),
    ...(left.length > 0 ? [to.part.create(partItem(bulk, scope, left, offset, now)).commit()] : []),
  ]);
  return left;
}
