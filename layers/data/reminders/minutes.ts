import { Entity, type TransactWriteEntities } from 'electrodb';
import type { ReminderRecord } from '#core/reminders/reminder-record.ts';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { refusedAs } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';

/** The number of reminders of all batches in a minute. */
export const ReminderMinuteEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'reminderMinute', version: '1' },
    attributes: { minute: requiredText, count: requiredNumber, expiresAt },
    indexes: { reminderMinute: primary(['minute'], []) },
  },
  at,
);

export const minuteEntities = { minute: ReminderMinuteEntity };
type To = TransactWriteEntities<typeof minuteEntities>;

const minuteItem = (to: To, minute: string) =>
  to.minute.upsert({ minute, expiresAt: expiryOf(Date.parse(minute) + DAY) });

/** The write that takes a place in a minute, refused as `full` if it has as many reminders as it may have. */
export const placeTaken = (to: To, minute: string, mostPerMinute: number) =>
  refusedAs(
    'full',
    minuteItem(to, minute)
      .add({ count: 1 })
      .where(({ count }, { notExists, lt }) => `${notExists(count)} OR ${lt(count, mostPerMinute)}`)
      .commit(),
  );

/**
 * The writes that give back the places of reminders that are deleted or replaced, but not those in the minute `kept`, in which the new one takes the place.
 * Minutes that are over need none.
 */
export function placesFreed(
  to: To,
  reminders: readonly (Pick<ReminderRecord, 'countedIn'> | undefined)[],
  { now, kept }: { now: number; kept?: string | undefined },
) {
  const minutes = placesOf(reminders, now).filter((minute) => minute !== kept);
  return [...Map.groupBy(minutes, (minute) => minute)].map(([minute, { length }]) =>
    minuteItem(to, minute).add({ count: -length }).commit(),
  );
}

/** The minutes, once for each reminder, in which reminders have a place that is still to come. */
export const placesOf = (
  reminders: readonly (Pick<ReminderRecord, 'countedIn'> | undefined)[],
  now: number,
): string[] =>
  reminders.flatMap((one) => (one?.countedIn !== undefined && Date.parse(one.countedIn) > now ? one.countedIn : []));
