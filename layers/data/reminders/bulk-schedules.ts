import { Entity, type TransactWriteEntities } from 'electrodb';
import { type Asker, askerOf } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import { type BatchRow, distinctRows } from '#core/reminders/batch-file.ts';
import { type BulkSchedulePart, PART_ROWS } from '#core/reminders/bulk-schedule.ts';
import type { BulkPartRecord, BulkRowRecord, BulkScheduleRecord } from '#core/reminders/bulk-schedule-record.ts';
import { type Reminder, ReminderMessage } from '#core/reminders/reminder.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { expiryOf, jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { change, tryChange } from '../kit/change.ts';
import { correlation } from '../kit/correlation.ts';
import { newId } from '../kit/id.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** The reminders that were scheduled from one file. */
export const BulkScheduleEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkSchedule', version: '1' },
    attributes: {
      schedule: requiredText,
      type: { type: ['EatAMeal', 'TakeMedication', 'TestBloodSugar', 'TestUnit'] as const, required: true },
      timeZone: requiredText,
      minutesBetween: requiredNumber,
      startsAt: requiredText,
      replace: { type: 'boolean', required: true },
      total: requiredNumber,
      scheduled: requiredNumber,
      failed: requiredNumber,
      /** The parts that workers have not finished. */
      openParts: requiredNumber,
      /** How often rows were scheduled again. Absent: never. */
      reschedules: number,
      /** When a part was stored or finished last. Absent: at `createdAt`. */
      movedAt: text,
      createdAt: requiredText,
      createdBy: requiredText,
      dealerKey: requiredNumber,
      expiresAt: requiredNumber,
    },
    indexes: {
      bulkSchedule: primary(['schedule'], []),
      byDealer: secondary('gsi1', ['dealerKey', 'type'], ['createdAt', 'schedule']),
    },
  },
  at,
);

/** Rows of a schedule that one worker does. */
export const BulkSchedulePartEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkSchedulePart', version: '1' },
    attributes: {
      ...correlation,
      schedule: requiredText,
      part: requiredText,
      rows: { ...jsonOf<BulkPartRecord['rows']>(), required: true },
      askedBy: { ...jsonOf<Asker>(), required: true },
      startsAt: requiredText,
      /** How many rows of the file come before. */
      offset: requiredNumber,
      finishedAt: text,
      expiresAt: { ...requiredNumber, hidden: true },
    },
    indexes: { bulkSchedulePart: primary(['schedule'], ['part']) },
  },
  at,
);

const KEPT_MS = 180 * DAY;
const LATEST = 25;
/** No dealer has this key. */
const NO_DEALER = 0;
const entities = { bulk: BulkScheduleEntity, part: BulkSchedulePartEntity };

export const UNDER_WAY = 'Reminders of this file are being scheduled right now. Please try again in a moment';

const missing = () => new AppError('NOT_FOUND', 'There is no such schedule');

export const bulkScheduleStore = {
  /** Stores the rows of a file once each. The change stream starts the work, even if this process dies. */
  async create(
    scope: Scope,
    asked: Pick<BulkScheduleRecord, 'type' | 'timeZone' | 'minutesBetween' | 'startsAt' | 'replace'> & {
      rows: readonly BatchRow[];
    },
    now: number,
  ): Promise<BulkScheduleRecord> {
    const { rows: given, ...settings } = asked;
    const rows = distinctRows(given).map((of, row) => ({ row, of }));
    const parts = partsOf(rows);
    const bulk: BulkScheduleRecord = {
      ...settings,
      schedule: newId(now),
      total: rows.length,
      scheduled: 0,
      failed: 0,
      openParts: parts.length,
      createdAt: instant(now),
      createdBy: scope.userName,
      dealerKey: scope.dealerKey,
      expiresAt: expiryOf(now + KEPT_MS),
    };
    const audit = auditEntry(scope, auditedOf(bulk, 'start bulk schedule', rows.length), now);
    await change({ entities, audit, refused: { changed: 'The schedule could not be stored' } }, (to) => [
      to.bulk.create(bulk).commit(),
      ...parts.map((some) => to.part.create(partItem(bulk, scope, some, some[0]!.row, now)).commit()),
    ]);
    return bulk;
  },

  /** The schedule; NOT_FOUND if it belongs to a dealer outside the scope. A missing one costs the same reads. */
  async get(scope: Pick<Scope, 'dealerPath'>, schedule: string): Promise<BulkScheduleRecord> {
    const { data } = await BulkScheduleEntity.get({ schedule }).go({ consistent: true });
    await dealerStore.get(scope, data?.dealerKey ?? NO_DEALER).catch(() => {
      throw missing();
    });
    if (!data) throw missing();
    return data;
  },

  async byKey(schedule: string): Promise<BulkScheduleRecord> {
    const { data } = await BulkScheduleEntity.get({ schedule }).go({ consistent: true });
    if (!data) throw missing();
    return data;
  },

  /** The dealer's last schedule of a type. */
  async last(
    { dealerKey }: Pick<Scope, 'dealerKey'>,
    type: Reminder['Message'],
  ): Promise<BulkScheduleRecord | undefined> {
    const { data } = await BulkScheduleEntity.query.byDealer({ dealerKey, type }).go({ order: 'desc', limit: 1 });
    return data[0];
  },

  /** Those of the dealer's latest schedules of each type that workers have not finished. */
  async underWay({ dealerKey }: Pick<Scope, 'dealerKey'>): Promise<BulkScheduleRecord[]> {
    const latest = await Promise.all(
      ReminderMessage.options.map((type) =>
        BulkScheduleEntity.query.byDealer({ dealerKey, type }).go({ order: 'desc', limit: LATEST }),
      ),
    );
    return latest.flatMap(({ data }) => data).filter(({ openParts }) => openParts > 0);
  },

  async part({ schedule, part }: BulkSchedulePart): Promise<BulkPartRecord> {
    const { data } = await BulkSchedulePartEntity.get({ schedule, part }).go({ consistent: true });
    if (!data) throw missing();
    return data;
  },

  /**
   * Stores a part that schedules rows again. Who asks for it is its asker. CONFLICT while more parts than `besides` are under way, or if one was
   * added since `was` was read: two parts with the same row would count it twice.
   */
  async reschedule(
    scope: Scope,
    was: BulkScheduleRecord,
    { rows, startsAt }: Pick<BulkPartRecord, 'rows' | 'startsAt'>,
    now: number,
    { besides = 0 } = {},
  ): Promise<BulkScheduleRecord> {
    const audit = auditEntry(scope, auditedOf(was, 'reschedule bulk schedule', rows.length), now);
    await change({ entities, audit, refused: { changed: UNDER_WAY } }, (to) => [
      to.bulk
        .patch({ schedule: was.schedule })
        .add({ openParts: 1, reschedules: 1 })
        .set({ movedAt: instant(now) })
        .where(({ openParts, reschedules }, { eq, lte, notExists }) => {
          const asRead = was.reschedules === undefined ? notExists(reschedules) : eq(reschedules, was.reschedules);
          return `${lte(openParts, besides)} AND ${asRead}`;
        })
        .commit(),
      to.part.create(partItem({ ...was, startsAt }, scope, rows, 0, now)).commit(),
    ]);
    return bulkScheduleStore.byKey(was.schedule);
  },

  /** Counts the outcomes of a finished part, once however often it is called. */
  async finish({ schedule, part, rows }: BulkPartRecord, outcomes: readonly BulkRowRecord[], now: number) {
    await tryChange({ entities }, (to) => [
      partEnds(to.part, { schedule, part }, now),
      to.bulk
        .patch({ schedule })
        .add({ ...countsOf(rows, outcomes), openParts: -1 })
        .set({ movedAt: instant(now) })
        .commit(),
    ]);
  },
};

/** Ends a part, once. */
export const partEnds = (
  parts: TransactWriteEntities<{ part: typeof BulkSchedulePartEntity }>['part'],
  { schedule, part }: BulkSchedulePart,
  now: number,
) =>
  parts
    .patch({ schedule, part })
    .set({ finishedAt: instant(now) })
    .where(({ finishedAt }, { notExists }) => notExists(finishedAt))
    .commit();

/** By how much the outcomes of rows change the counts of their schedule. */
export function countsOf(rows: BulkPartRecord['rows'], outcomes: readonly BulkRowRecord[]) {
  const inState = (state: BulkRowRecord['state']) =>
    outcomes.filter((outcome) => outcome.state === state).length - rows.filter(({ was }) => was === state).length;
  return { scheduled: inState('scheduled'), failed: inState('failed') };
}

const partsOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / PART_ROWS) }, (_, index) =>
    rows.slice(index * PART_ROWS, (index + 1) * PART_ROWS),
  );

export const partItem = (
  { schedule, startsAt, expiresAt }: Pick<BulkScheduleRecord, 'schedule' | 'startsAt' | 'expiresAt'>,
  scope: Scope,
  rows: BulkPartRecord['rows'],
  offset: number,
  now: number,
) => ({ schedule, part: newId(now), rows, askedBy: askerOf(scope), startsAt, offset, expiresAt });

export const auditedOf = (
  { schedule, dealerKey, type, minutesBetween, timeZone }: BulkScheduleRecord,
  action: 'start bulk schedule' | 'reschedule bulk schedule',
  units: number,
) => ({
  objectKind: 'bulkSchedule' as const,
  objectId: schedule,
  dealerKey,
  action,
  after: { type, units, minutesBetween, timeZone },
});
