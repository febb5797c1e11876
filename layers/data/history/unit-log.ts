import { Entity } from 'electrodb';
import { AppError } from '#core/errors.ts';
import type { Ping, UnitEvent } from '#core/history/ping.ts';
import type { Page } from '#core/paging.ts';
import { DAY, instant } from '#core/time.ts';
import type { LastPing } from '#core/units/unit.ts';
import { expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { afterTransactions, tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';

/** How long the logs keep an entry. */
export const KEPT_MS = { ping: 400 * DAY, event: 800 * DAY };

const logged = {
  ...correlation,
  UnitSerNum: requiredText,
  /** `2026-11`: a unit's log is one partition a month. */
  month: requiredText,
  /** The time, then the id of the report (the unit's boot and sequence): `2026-11-21T09:30:00.000Z~7-41`. */
  place: requiredText,
  content: { type: 'any', required: true },
  expiresAt: requiredNumber,
} as const;

const logEntity = <Name extends 'ping' | 'event'>(entity: Name) =>
  new Entity(
    {
      model: { service: 'watchkeep', entity, version: '1' },
      attributes: logged,
      indexes: { byUnit: primary(['UnitSerNum', 'month'], ['place']) },
    },
    at,
  );

export const PingEntity = logEntity('ping');
export const EventEntity = logEntity('event');

/**
 * Marks that an event with the time of its receipt is stored. A repeated receipt would have another time, and be logged twice.
 */
export const TimedEventEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'timedEvent', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      reportId: requiredText,
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['reportId']) },
  },
  at,
);

/** The log item of a report. */
export const logItem = <Content extends { timeStamp: string }>(
  kind: keyof typeof KEPT_MS,
  UnitSerNum: string,
  reportId: string,
  content: Content,
) => ({
  UnitSerNum,
  month: monthOf(content.timeStamp),
  place: `${content.timeStamp}~${reportId}`,
  content,
  expiresAt: expiryOf(Date.parse(content.timeStamp) + KEPT_MS[kind]),
});

const asLastPing = ({ timeStamp, receivedAt: _at, sequence: _sequence, steps: _steps, ...ping }: Ping): LastPing => ({
  ...ping,
  lastPingTime: timeStamp,
});

export interface LogRange {
  UnitSerNum: string;
  startDate: string;
  endDate: string;
  cursor?: string | undefined;
  pageSize: number;
}

export const unitLogStore = {
  /**
   * Stores a ping, and makes it the unit's last ping unless a later one is known. A repeated ping changes nothing, so the caller repeats
   * what failed between the two writes. A transaction would cost twice as much, for the most frequent write of all.
   */
  async recordPing(UnitSerNum: string, reportId: string, ping: Ping): Promise<void> {
    await tryWrite(PingEntity.create(logItem('ping', UnitSerNum, reportId, ping)).go());
    const keepLast = () =>
      UnitEntity.patch({ UnitSerNum })
        .set({ lastPing: asLastPing(ping), lastPingAt: ping.timeStamp })
        .where(({ lastPingAt }, { notExists, lt }) => `${notExists(lastPingAt)} OR ${lt(lastPingAt, ping.timeStamp)}`)
        .go();
    await tryWrite(afterTransactions(keepLast));
  },

  /** Stores an event. A repeated event changes nothing. */
  async recordEvent(UnitSerNum: string, reportId: string, event: UnitEvent): Promise<void> {
    await EventEntity.put(logItem('event', UnitSerNum, reportId, event)).go();
  },

  /** Stores an event with the time of its receipt. A repeated receipt at another time changes nothing. */
  async recordEventOnce(UnitSerNum: string, reportId: string, event: UnitEvent): Promise<void> {
    const item = logItem('event', UnitSerNum, reportId, event);
    await tryChange({ entities: { event: EventEntity, timed: TimedEventEntity } }, (to) => [
      to.timed.create({ UnitSerNum, reportId, expiresAt: item.expiresAt }).commit(),
      to.event.put(item).commit(),
    ]);
  },

  /** The latest pings of the last 31 days, newest first. */
  async latestPings(UnitSerNum: string, pageSize: number, now: number): Promise<Ping[]> {
    const range = { UnitSerNum, startDate: instant(now - 31 * DAY), endDate: instant(now + DAY), pageSize };
    return (await this.pings(range, now)).items;
  },

  /** The pings of a range, newest first. */
  pings: (range: LogRange, now: number) => readBack<Ping>(PingEntity, clipped(range, now - KEPT_MS.ping, now + DAY)),
  /** The events of a range, newest first. */
  events: (range: LogRange, now: number) =>
    readBack<UnitEvent>(EventEntity, clipped(range, now - KEPT_MS.event, now + DAY)),
};

/** Limits the range to the time for which the log has entries, so a long range does not read empty months. */
const clipped = (range: LogRange, oldest: number, newest: number): LogRange => ({
  ...range,
  startDate: range.startDate < instant(oldest) ? instant(oldest) : range.startDate,
  endDate: range.endDate > instant(newest) ? instant(newest) : range.endDate,
});

/** Reads month by month from the end of the range until the page is full. The cursor is the place of the next entry. */
async function readBack<Content>(
  entity: typeof PingEntity | typeof EventEntity,
  range: LogRange,
): Promise<Page<Content>> {
  const { UnitSerNum, startDate, endDate, pageSize } = range;
  const from = range.cursor ? placeOf(range.cursor, range) : `${endDate}~\uffff`;
  const found: { place: string; content: Content }[] = [];
  for (const month of monthsBack(from, startDate)) {
    const wanted = pageSize + 1 - found.length;
    const { data } = await (entity as typeof PingEntity).query
      .byUnit({ UnitSerNum, month })
      .between({ place: startDate }, { place: from })
      .go({ order: 'desc', count: wanted, limit: wanted });
    found.push(...(data as typeof found));
    if (found.length > pageSize) break;
  }
  const next = found[pageSize];
  return {
    items: found.slice(0, pageSize).map(({ content }) => content),
    cursor: next ? Buffer.from(next.place).toString('base64url') : null,
  };
}

/** The place of a cursor. A place outside the range is not from this list. */
function placeOf(cursor: string, { startDate, endDate }: LogRange): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z~[\w-]+$/.test(place) || place < startDate || place > `${endDate}~\uffff`)
    throw new AppError('INVALID', 'The list cannot go on from there. Please load it again.', [
      { path: 'cursor', message: 'Not a place in this list' },
    ]);
  return place;
}

const monthOf = (timeStamp: string) => timeStamp.slice(0, 7);

/** The months from `newest` back to `oldest`, both included. */
export function monthsBack(newest: string, oldest: string): string[] {
  const months: string[] = [];
  const last = monthOf(oldest);
  for (let month = monthOf(newest); month >= last; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}
