import { mayAccess } from '#core/access.ts';
import type { Asker } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import { BATCH_ACCESS } from '#core/reminders/access.ts';
import { type BatchRow, identifierOf } from '#core/reminders/batch-file.ts';
import { type Slots, slotAt, slotFrom, slotsFrom } from '#core/reminders/batch-window.ts';
import { BulkSchedulePart } from '#core/reminders/bulk-schedule.ts';
import type { BulkPartRecord, BulkScheduleRecord } from '#core/reminders/bulk-schedule-record.ts';
import { MAX_TIME_AHEAD } from '#core/reminders/reminder.ts';
import { covers, type Rights, WHOLE_TREE } from '#core/scope.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { normalizeSearch } from '#core/units/search.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { UnitRecord } from '#core/units/unit-record.ts';
import { bulkScheduleRowStore, type RowAtWork } from '#data/reminders/bulk-schedule-rows.ts';
import { bulkScheduleStore } from '#data/reminders/bulk-schedules.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';
import { consume } from '#platform/aws/consume.ts';
import { env } from '#platform/aws/env.ts';
import { logger } from '#platform/aws/observability.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { wiring } from './wiring.ts';

/** So many deliveries of its message a part has. A row that still fails then keeps that as its outcome. */
const LAST_DELIVERY = wiring.queue.maxReceiveCount;
/** Enough to store the outcomes of all rows of a part. */
const TIME_FOR_OUTCOMES_MS = 30 * SECOND;
const NO_ROOM = 'Each minute of the next year has as many reminders as it may have';
const GAVE_UP = 'The portal could not schedule it. Please schedule it again';

/**
 * Schedules the reminders of a part of a file. Rows with an outcome of this part are skipped, so a part can be delivered twice or
 * continue after a failure. The last delivery gives each row an outcome if the table takes it.
 */
export const handler = consume(BulkSchedulePart, async (message, { attributes }, { getRemainingTimeInMillis }) => {
  const isLast = Number(attributes.ApproximateReceiveCount) >= LAST_DELIVERY;
  const [bulk, part] = await Promise.all([bulkScheduleStore.byKey(message.schedule), bulkScheduleStore.part(message)]);
  if (part.finishedAt !== undefined) return;
  const numbers = part.rows.map(({ row }) => row);
  const before = new Map((await bulkScheduleRowStore.outcomes(bulk.schedule, numbers)).map((one) => [one.row, one]));
  const pace = new Pace(bulk, part);
  for (const [index, row] of part.rows.entries()) {
    const was = before.get(row.row);
    if (was?.part === part.part) continue;
    pace.goTo(part.offset + index);
    const atWork = { bulk, part: part.part, row, was, now: Date.now() };
    if (!isLast) await workOn(atWork, part.askedBy, pace);
    else if (getRemainingTimeInMillis() < TIME_FOR_OUTCOMES_MS) await bulkScheduleRowStore.fail(atWork, GAVE_UP);
    else await workOn(atWork, part.askedBy, pace).catch((error) => giveUp(atWork, error));
  }
  await bulkScheduleStore.finish(part, await bulkScheduleRowStore.outcomes(bulk.schedule, numbers), Date.now());
});

async function giveUp(atWork: RowAtWork, error: Error): Promise<void> {
  logger.error('A row of a bulk schedule could not be scheduled', { row: atWork.row.row, error });
  await bulkScheduleRowStore.fail(atWork, GAVE_UP);
}

/** After as many tries, a unit that others keep changing fails its row, so that the rows after it go on. */
const MAX_TRIES = 3;

/** Does one row with the rights that the asker has now. */
async function workOn(atWork: RowAtWork, askedBy: Asker, pace: Pace): Promise<void> {
  const fail = (reason: string) => bulkScheduleRowStore.fail(atWork, reason);
  const rights = await rightsLater(askedBy, atWork.now);
  if (!rights || !mayAccess(BATCH_ACCESS, rights)) return fail('The access with which the file was uploaded has ended');
  for (let tries = 0; tries < MAX_TRIES; ) {
    const unit = await unitOf(atWork.row.of, rights);
    if (typeof unit === 'string') return fail(unit);
    try {
      const { at, mostPerMinute } = await pace.next(atWork.now);
      if (at > atWork.now + MAX_TIME_AHEAD) return fail(NO_ROOM);
      const outcome = await bulkScheduleRowStore.schedule(atWork, rights, unit, { at, mostPerMinute });
      if (outcome === 'stored' || outcome === 'done') return;
      if (outcome === 'full') pace.skip();
      else tries += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
      return fail(error.message);
    }
  }
  return fail('The unit changed meanwhile');
}

/** The unit that a row names, or why there is none. */
async function unitOf(row: BatchRow, rights: Rights): Promise<UnitRecord | string> {
  const found = (await unitStore.getMany(WHOLE_TREE, await serialNumbersOf(row, rights))).filter(
    (unit) => covers(rights, unit.dealerPath) && isNamedBy(row, unit),
  );
  if (found.length > 1) return 'Several units have this ID';
  const [unit] = found;
  if (!unit) return 'There is no such unit';
  return UnitRecord.safeParse(unit).success ? unit : 'The unit cannot be read';
}

async function serialNumbersOf(row: BatchRow, rights: Rights): Promise<string[]> {
  if (row.UnitSerNum === undefined) return unitLookupStore.withExactly(rights, 'UnitID', identifierOf(row));
  return row.UnitSerNum === '' ? [] : [row.UnitSerNum.toUpperCase()];
}

/** A unit ID also finds units with a line ID before it. */
const isNamedBy = (row: BatchRow, unit: UnitRecord) =>
  row.UnitSerNum !== undefined ||
  normalizeSearch('UnitID', fullUnitID(unit)) === normalizeSearch('UnitID', identifierOf(row));

/** Slots are looked up so many at a time. */
const LOOKED_AT_ONCE = 100;

/** Finds the minute for each row of a part, one after the other, so that no minute has more reminders than it may have. */
class Pace {
  readonly #slots: Slots;
  readonly #mostPerMinute = Number(env('REMINDERS_PER_MINUTE'));
  /** No earlier slot has room. */
  #from = 0;
  #isFull = false;

  constructor(
    { minutesBetween, timeZone }: Pick<BulkScheduleRecord, 'minutesBetween' | 'timeZone'>,
    { startsAt }: Pick<BulkPartRecord, 'startsAt'>,
  ) {
    this.#slots = { start: Date.parse(startsAt), minutesBetween: minutesBetween as Slots['minutesBetween'], timeZone };
  }

  /** The row has this position among those that begin together. */
  goTo(position: number): void {
    this.#from = Math.max(this.#from, Math.floor(position / this.#mostPerMinute));
  }

  async next(now: number): Promise<{ at: number; mostPerMinute: number }> {
    this.#from = slotFrom(this.#slots, now + MINUTE, this.#from);
    while (this.#isFull && slotAt(this.#slots, this.#from) <= now + MAX_TIME_AHEAD) await this.#findRoom();
    return { at: slotAt(this.#slots, this.#from), mostPerMinute: this.#mostPerMinute };
  }

  /** The slot was full when a row wanted it. */
  skip(): void {
    this.#from += 1;
    this.#isFull = true;
  }

  async #findRoom(): Promise<void> {
    const next = slotsFrom(this.#slots, this.#from, LOOKED_AT_ONCE).map(instant);
    const withRoom = await bulkScheduleRowStore.withRoom(next, this.#mostPerMinute);
    const found = next.findIndex((minute) => withRoom.has(minute));
    this.#from += found < 0 ? LOOKED_AT_ONCE : found;
    this.#isFull = found < 0;
  }
}
