import { Entity, type TransactWriteEntities } from 'electrodb';
import type { AuditRecord } from '#core/audit/entry.ts';
import type { Call } from '#core/history/call.ts';
import { CHANGE_LOGS, type ChangeLog } from '#core/history/change-log.ts';
import type { HistoryKind, RecordedEntry } from '#core/history/entry.ts';
import { type EventChoice, isChosen } from '#core/history/event-choice.ts';
import { PINGS_KEPT_DAYS, type Ping, type UnitEvent } from '#core/history/ping.ts';
import type { Page } from '#core/paging.ts';
import { DAY, instant } from '#core/time.ts';
import { packTold, type Told } from '#core/unit-configuration/reported.ts';
import type { LastPing } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { afterTransactions, tryChange, type Write } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { at, endOfPrefix, primary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';
import { UnitChangeEntity } from './change-log.ts';
import { dayCountStore, MOST_COUNTED } from './day-counts.ts';
import { type Log, type LogRange, logPage } from './read-log.ts';

/** How long the logs keep an entry. */
export const KEPT_MS = { ping: PINGS_KEPT_DAYS * DAY, event: 1830 * DAY, call: 1830 * DAY };

const logged = {
  ...correlation,
  UnitSerNum: requiredText,
  /** The time, then the id of the report (boot, sequence, fingerprint): `2026-11-21T09:30:00.000Z~7-41-09a7c3f2`. */
  place: requiredText,
  content: { type: 'any', required: true },
  /** Of a ping: a later one was known when it came. */
  isOlder: { type: 'boolean' },
  expiresAt: requiredNumber,
} as const;

/** A log is one partition for each unit: a page is one query, however far its entries are apart. */
const logEntity = <Name extends keyof typeof KEPT_MS>(entity: Name) =>
  new Entity(
    {
      model: { service: 'watchkeep', entity, version: '1' },
      attributes: logged,
      indexes: { byUnit: primary(['UnitSerNum'], ['place']) },
    },
    at,
  );

export const PingEntity = logEntity('ping');
export const EventEntity = logEntity('event');
export const CallEntity = logEntity('call');
type LogEntity = typeof PingEntity;
const ENTITIES = {
  ping: PingEntity,
  event: EventEntity as unknown as LogEntity,
  call: CallEntity as unknown as LogEntity,
};

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

const timedEntities = { event: EventEntity, timed: TimedEventEntity };
type ToTimed = TransactWriteEntities<typeof timedEntities>;

/** As part of a transaction: the event of the report is not stored with the time of a receipt. */
export const isNotTimed = (to: Pick<ToTimed, 'timed'>, UnitSerNum: string, reportId: string): Write =>
  to.timed
    .check({ UnitSerNum, reportId })
    .where((timed, { notExists }) => notExists(timed.UnitSerNum))
    .commit();

interface Timed {
  UnitSerNum: string;
  reportId: string;
  /** The time of the unit's clock. */
  claimed?: string | undefined;
  expiresAt: number;
}

/** As part of a transaction: the event of the report gets the time of its receipt, and is not stored with another time. */
export const timedWrites = (to: ToTimed, { UnitSerNum, reportId, claimed, expiresAt }: Timed): readonly Write[] => [
  to.timed.create({ UnitSerNum, reportId, expiresAt }).commit(),
  ...(claimed === undefined
    ? []
    : [
        to.event
          .check({ UnitSerNum, place: placeOf(claimed, reportId) })
          .where((event, { notExists }) => notExists(event.UnitSerNum))
          .commit(),
      ]),
];

/** The place of a report's event in the log of its unit. */
export const placeOf = (time: string, reportId: string) => `${time}~${reportId}`;

/** The log item of a report. */
export const logItem = <Content extends { timeStamp: string }>(
  kind: keyof typeof KEPT_MS,
  UnitSerNum: string,
  reportId: string,
  content: Content,
) => ({
  UnitSerNum,
  place: placeOf(content.timeStamp, reportId),
  content,
  expiresAt: expiryOf(Date.parse(content.timeStamp) + KEPT_MS[kind]),
});

const asLastPing = ({ timeStamp, receivedAt: _at, sequence: _sequence, steps: _steps, ...ping }: Ping): LastPing => ({
  ...ping,
  lastPingTime: timeStamp,
});

/** A page that leaves events out reads at most this many pages of the log. */
const MAX_PAGES = 10;

export const unitLogStore = {
  /**
   * Stores a ping, makes it the unit's last ping unless a later one is known, and counts it. A repeated ping changes no more, so the caller
   * repeats what failed between the writes. A transaction would cost twice as much, for the most frequent write of all. `told` is the
   * configuration that the unit told with it. Returns the unit as the write left it, which costs no read; undefined if it is not the last ping.
   */
  async recordPing(UnitSerNum: string, reportId: string, ping: Ping, told?: Told): Promise<UnitRecord | undefined> {
    await tryWrite(PingEntity.create(logItem('ping', UnitSerNum, reportId, ping)).go());
    const keepLast = () =>
      UnitEntity.patch({ UnitSerNum })
        .set({ lastPing: asLastPing(ping), lastPingAt: ping.timeStamp, ...(told && { pingTold: packTold(told) }) })
        .where(({ lastPingAt }, { notExists, lt }) => `${notExists(lastPingAt)} OR ${lt(lastPingAt, ping.timeStamp)}`)
        .go({ response: 'all_new' });
    const kept = await tryWrite(afterTransactions(keepLast));
    if (!kept) await markOlder(UnitSerNum, placeOf(ping.timeStamp, reportId));
    await countReports('ping', UnitSerNum, ping.timeStamp);
    return kept?.data as UnitRecord | undefined;
  },

  /** Stores an event, and counts it. A repeated event changes nothing. */
  async recordEvent(UnitSerNum: string, reportId: string, event: UnitEvent): Promise<void> {
    await tryWrite(EventEntity.create(logItem('event', UnitSerNum, reportId, event)).go());
    await countReports('event', UnitSerNum, event.timeStamp);
  },

  /** True if the event of a report is stored with this time. */
  async hasEvent(UnitSerNum: string, reportId: string, time: string): Promise<boolean> {
    const { data } = await EventEntity.get({ UnitSerNum, place: placeOf(time, reportId) }).go({ consistent: true });
    return data !== null;
  },

  /** True if the event of a report is stored with the time of its receipt. */
  async isTimedByReceipt(UnitSerNum: string, reportId: string): Promise<boolean> {
    const { data } = await TimedEventEntity.get({ UnitSerNum, reportId }).go({ consistent: true });
    return data !== null;
  },

  /** Counts the events in the hour of a stored event. */
  countEvent: (UnitSerNum: string, time: string) => countReports('event', UnitSerNum, time),

  /**
   * Stores an event whose time is far from that of its receipt, unless it is stored with the time of another receipt, and counts it. Its unit's
   * clock may have been judged otherwise at that receipt, which others may handle at this moment.
   */
  async recordDoubtedEvent(UnitSerNum: string, reportId: string, event: UnitEvent): Promise<void> {
    const item = logItem('event', UnitSerNum, reportId, event);
    await tryChange({ entities: timedEntities }, (to) => [
      isNotTimed(to, UnitSerNum, reportId),
      to.event.put(item).commit(),
    ]);
    await countReports('event', UnitSerNum, event.timeStamp);
  },

  /**
   * Stores an event with the time of its receipt, and counts it. Changes nothing if it is stored already, with the time of another receipt or
   * with the time `claimed` by its unit.
   */
  async recordEventOnce(UnitSerNum: string, reportId: string, event: UnitEvent, claimed?: string): Promise<void> {
    const item = logItem('event', UnitSerNum, reportId, event);
    await tryChange({ entities: timedEntities }, (to) => [
      ...timedWrites(to, { UnitSerNum, reportId, claimed, expiresAt: item.expiresAt }),
      to.event.put(item).commit(),
    ]);
    await countReports('event', UnitSerNum, event.timeStamp);
  },

  /** Stores a call, and counts it. A repeated call changes nothing. */
  async recordCall(UnitSerNum: string, reportId: string, call: Call): Promise<void> {
    await CallEntity.put(logItem('call', UnitSerNum, reportId, call)).go();
    await countReports('call', UnitSerNum, call.timeStamp);
  },

  /** The latest pings of the last 31 days, newest first. */
  async latestPings(UnitSerNum: string, pageSize: number, now: number): Promise<Ping[]> {
    const range = { UnitSerNum, startDate: instant(now - 31 * DAY), endDate: instant(now + DAY), pageSize };
    return (await this.pings(range, now)).items;
  },

  /** The chosen pings of a range, newest first. A page can be short although the log goes on. */
  pings: (range: LogRange, now: number, choice?: (ping: Ping) => boolean) =>
    chosenPage<Ping>('ping', range, now, choice),
  /** The calls of a range, newest first. */
  calls: (range: LogRange, now: number) => reportsPage<Call>('call', range, now),

  /** The chosen events of a range, newest first. A page can be short although the log goes on. */
  events: (range: LogRange, now: number, choice?: EventChoice) =>
    chosenPage<UnitEvent>('event', range, now, choice && ((event) => isChosen(event, choice))),

  /** The changes of a range in one of the change logs, newest first. */
  async changes(log: ChangeLog, range: LogRange): Promise<Page<AuditRecord>> {
    const { items, cursor } = await logPage([changeLog(range.UnitSerNum, log)], range);
    return { items: items.map(({ entry }) => entry.content as AuditRecord), cursor };
  },

  /** Everything in a range, newest first. */
  async combined(range: LogRange, now: number): Promise<Page<RecordedEntry>> {
    const { UnitSerNum } = range;
    const logs = [
      ...REPORTS.map((kind) => reportLog(UnitSerNum, kind, now)),
      ...CHANGE_LOGS.map((log) => changeLog(UnitSerNum, log)),
    ];
    const { items, cursor } = await logPage(logs, range);
    return { items: items.map(({ log, entry }) => ({ log, ...entry }) as RecordedEntry), cursor };
  },
};

/** Its unit says nothing of an older ping, so what follows from one follows from this mark. One that came twice can be the last ping, too. */
const markOlder = (UnitSerNum: string, place: string) =>
  tryWrite(
    PingEntity.patch({ UnitSerNum, place })
      .set({ isOlder: true })
      .where(({ isOlder }, { notExists }) => notExists(isOlder))
      .go(),
  );

const REPORTS = ['ping', 'event', 'call'] as const satisfies readonly HistoryKind[];
type ReportKind = (typeof REPORTS)[number];

const countReports = (kind: ReportKind, UnitSerNum: string, time: string) =>
  dayCountStore.keep(UnitSerNum, kind, time, async (hour) => {
    const { data } = await ENTITIES[kind].query
      .byUnit({ UnitSerNum })
      .between({ place: hour }, { place: endOfPrefix(hour) })
      .go({ attributes: ['place'], count: MOST_COUNTED, consistent: true });
    return data.length;
  });

async function reportsPage<Content>(kind: ReportKind, range: LogRange, now: number): Promise<Page<Content>> {
  const { items, cursor } = await logPage([reportLog(range.UnitSerNum, kind, now)], range);
  return { items: items.map(({ entry }) => entry.content as Content), cursor };
}

async function chosenPage<Content>(
  kind: ReportKind,
  range: LogRange,
  now: number,
  isWanted: (content: Content) => boolean = () => true,
): Promise<Page<Content>> {
  const items: Content[] = [];
  let { cursor } = range;
  for (let pages = 1; ; pages++) {
    const page = await reportsPage<Content>(kind, { ...range, cursor, pageSize: range.pageSize - items.length }, now);
    items.push(...page.items.filter(isWanted));
    if (page.cursor === null || items.length === range.pageSize || pages === MAX_PAGES)
      return { items, cursor: page.cursor };
    cursor = page.cursor;
  }
}

interface LogEntry {
  place: string;
  content: unknown;
}

const reportLog = (UnitSerNum: string, kind: ReportKind, now: number): Log<LogEntry> => ({
  name: kind,
  oldest: now - KEPT_MS[kind],
  async read({ first, last, most }) {
    const { data } = await ENTITIES[kind].query
      .byUnit({ UnitSerNum })
      .between({ place: first }, { place: last })
      .go({ order: 'desc', count: most, limit: most });
    return data as LogEntry[];
  },
});

/** One of the change logs of a unit. */
export const changeLog = (UnitSerNum: string, log: ChangeLog): Log<LogEntry> => ({
  name: log,
  oldest: 0,
  async read({ first, last, most }) {
    const { data } = await UnitChangeEntity.query
      .byUnit({ UnitSerNum, log })
      .between({ place: first }, { place: last })
      .go({ order: 'desc', count: most, limit: most });
    return data;
  },
});
