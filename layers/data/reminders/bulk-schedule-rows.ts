import { Entity, type TransactWriteEntities } from 'electrodb';
import type { Page } from '#core/paging.ts';
import { type BulkReminder, mayReschedule } from '#core/reminders/bulk-schedule.ts';
import type { BulkPartRecord, BulkRowRecord, BulkScheduleRecord } from '#core/reminders/bulk-schedule-record.ts';
import type { Reminder } from '#core/reminders/reminder.ts';
import type { ReminderRecord } from '#core/reminders/reminder-record.ts';
import type { Rights } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { expiresAt, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { refusedAs, tryChange } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { page } from '../kit/page.ts';
import { at, primary } from '../kit/table.ts';
import { BulkSchedulePartEntity } from './bulk-schedules.ts';
import { placeTaken, ReminderMinuteEntity } from './minutes.ts';
import { ReminderEntity } from './reminder-entity.ts';
import { placedEntities, placing } from './reminders.ts';

/** The outcome of a row of a bulk schedule. */
export const BulkScheduleRowEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkScheduleRow', version: '1' },
    attributes: {
      schedule: requiredText,
      row: { ...requiredNumber, padding: { length: 5, char: '0' } },
      LineID: text,
      UnitID: text,
      UnitSerNum: text,
      state: { type: ['scheduled', 'failed'] as const, required: true },
      reason: text,
      ReminderTime: text,
      lastScheduled: text,
      tryCount: requiredNumber,
      part: requiredText,
      expiresAt,
    },
    indexes: { byBulkSchedule: primary(['schedule'], ['row']) },
  },
  at,
);

/** A row that is being done. */
export interface RowAtWork {
  bulk: BulkScheduleRecord;
  part: string;
  row: BulkPartRecord['rows'][number];
  /** The outcome of an earlier part. */
  was: BulkRowRecord | undefined;
  now: number;
}

const entities = {
  ...placedEntities,
  row: BulkScheduleRowEntity,
  part: BulkSchedulePartEntity,
};

export const bulkScheduleRowStore = {
  /** The present outcomes of rows. */
  outcomes(schedule: string, rows: readonly number[]): Promise<BulkRowRecord[]> {
    const keys = rows.map((row) => ({ schedule, row }));
    return getAll(BulkScheduleRowEntity, keys, { consistent: true });
  },

  /** One page of the rows that have an outcome, each with its reminder. */
  async list(
    bulk: BulkScheduleRecord,
    request: { cursor?: string | undefined; pageSize: number },
  ): Promise<Page<BulkReminder>> {
    const query = BulkScheduleRowEntity.query
      .byBulkSchedule({ schedule: bulk.schedule })
      .between({ row: 0 }, { row: 99_999 });
    const { items, cursor } = await page<BulkRowRecord>(query, request);
    return { items: await withReminders(bulk, items), cursor };
  },

  /** The rows that can be scheduled again, as a part. */
  async openRows(bulk: BulkScheduleRecord, rows: readonly number[]): Promise<BulkPartRecord['rows']> {
    const stored = await bulkScheduleRowStore.outcomes(bulk.schedule, rows);
    const shown = await withReminders(bulk, stored);
    const open = shown.filter(mayReschedule).map(({ row }) => row);
    return stored
      .filter(({ row }) => open.includes(row))
      .map(({ row, LineID, UnitID, UnitSerNum, state }) => ({
        row,
        of: UnitID === undefined ? { UnitSerNum } : { LineID, UnitID },
        was: state,
      }));
  },

  /**
   * Stores the reminder of a row at a minute, counts it in this minute, and stores the row's outcome, in one transaction. `full`: the minute has
   * as many reminders as it may have. `done`: the row has an outcome of this part already, or the part has ended and
   * left it to another.
   * @throws CONFLICT if the unit has such a reminder, or changed meanwhile
   */
  async schedule(
    atWork: RowAtWork,
    rights: Rights,
    unit: UnitRecord,
    { at, mostPerMinute }: { at: number; mostPerMinute: number },
  ): Promise<'stored' | 'full' | 'done' | 'changed'> {
    const { bulk, now } = atWork;
    const ReminderTime = instant(at);
    const reminder: Reminder = {
      UnitSerNum: unit.UnitSerNum,
      Message: bulk.type,
      MessageTime: ReminderTime,
      timeZone: bulk.timeZone,
      state: 'scheduled',
      createdBy: bulk.createdBy,
    };
    const options = { replace: bulk.replace, partOf: bulk.schedule, countedIn: ReminderTime };
    const { audit, keepsPlace, writes } = await placing(rights, unit, reminder, options, now);
    const outcome = {
      UnitSerNum: unit.UnitSerNum,
      state: 'scheduled' as const,
      ReminderTime,
      lastScheduled: instant(now),
    };
    const refusal = await tryChange({ entities, audit, about: unit }, (to) => [
      refusedAs('done', to.row.put(rowItem(atWork, outcome)).where(isAsRead(atWork)).commit()),
      refusedAs('done', partIsOpen(to.part, atWork)),
      ...(keepsPlace ? [] : [placeTaken(to, ReminderTime, mostPerMinute)]),
      ...writes(to),
    ]);
    if (refusal === undefined) return 'stored';
    return refusal === 'moved' ? 'changed' : refusal;
  },

  /** Stores that a row failed, and why. Nothing if it has an outcome of this part, or the part has ended. */
  async fail(atWork: RowAtWork, reason: string): Promise<void> {
    await tryChange({ entities }, (to) => [
      to.row
        .put(rowItem(atWork, { state: 'failed', reason }))
        .where(isAsRead(atWork))
        .commit(),
      partIsOpen(to.part, atWork),
    ]);
  },

  /** Of these minutes those with room for another reminder. */
  async withRoom(minutes: readonly string[], mostPerMinute: number): Promise<Set<string>> {
    const counted = await getAll(
      ReminderMinuteEntity,
      minutes.map((minute) => ({ minute })),
    );
    const full = new Set(counted.filter(({ count }) => count >= mostPerMinute).map(({ minute }) => minute));
    return new Set(minutes.filter((minute) => !full.has(minute)));
  },
};

const rowItem = (
  { bulk, part, row: { row, of }, was }: RowAtWork,
  outcome: Pick<BulkRowRecord, 'state'> & Partial<BulkRowRecord>,
) => ({
  schedule: bulk.schedule,
  row,
  ...of,
  ...outcome,
  tryCount: (was?.tryCount ?? 0) + (outcome.state === 'scheduled' ? 1 : 0),
  part,
  expiresAt: bulk.expiresAt,
});

/** A worker may still do a part whose rows somebody gave to another part. */
const partIsOpen = (
  part: TransactWriteEntities<{ part: typeof BulkSchedulePartEntity }>['part'],
  { bulk, part: its }: RowAtWork,
) =>
  part
    .check({ schedule: bulk.schedule, part: its })
    .where(({ finishedAt }, { notExists }) => notExists(finishedAt))
    .commit();

/** The condition that the row has the outcome that was read. */
const isAsRead =
  ({ was }: RowAtWork) =>
  ({ part }: { part: string }, { eq, notExists }: Operations) =>
    was ? eq(part, was.part) : notExists(part);

/** The rows with the present state of their reminders. */
async function withReminders({ type }: BulkScheduleRecord, rows: readonly BulkRowRecord[]): Promise<BulkReminder[]> {
  const keys = rows.flatMap(({ UnitSerNum, state }) =>
    UnitSerNum !== undefined && state === 'scheduled' ? [{ UnitSerNum, Message: type }] : [],
  );
  const reminders = await getAll<(typeof keys)[number], ReminderRecord>(ReminderEntity, keys);
  const byUnit = new Map(reminders.map((reminder) => [reminder.UnitSerNum, reminder]));
  return rows.map((row) => shownRow(row, type, row.UnitSerNum === undefined ? undefined : byUnit.get(row.UnitSerNum)));
}

function shownRow(
  { schedule: _schedule, part: _part, state: outcome, ...row }: BulkRowRecord,
  testType: Reminder['Message'],
  reminder: ReminderRecord | undefined,
): BulkReminder {
  if (outcome === 'failed') return { ...row, testType, state: 'failed' };
  const state = reminder?.MessageTime === row.ReminderTime ? reminder!.state : 'withdrawn';
  return {
    ...row,
    testType,
    state,
    ...(state === 'sent' && { lastTest: row.ReminderTime }),
    ...((state === 'scheduled' || state === 'waiting') && { nextTest: row.ReminderTime }),
  };
}
