import type { HistoryKind } from '#core/history/entry.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { DAY, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DayCountEntity, dayCountItem } from '#data/history/day-counts.ts';
import { ProtocolLogEntity } from '#data/history/protocol-log.ts';
import { EventEntity, KEPT_MS, logItem, PingEntity } from '#data/history/unit-log.ts';
import { itemOf } from '#scripts/seed/write.ts';

/** The months of protocol messages that the table keeps. */
const MESSAGES_MS = 80 * DAY;
/** Its multiples spread evenly over a range, however many there are. */
const GOLDEN = 0.618_033_988_749_895;

/** Items of the logs of a unit, evenly spread over the time for which each log is kept: of ten entries six pings, two events and two messages. */
export function* logItems({ UnitSerNum }: UnitRecord, entries: number, now: number) {
  for (let number = 1; number <= entries; number++) {
    const share = (number * GOLDEN) % 1;
    const place = (kept: number) => instant(now - Math.floor(share * (kept - DAY)) - 1);
    const reportId = `7-${number}`;
    if (number % 5 === 0)
      yield itemOf(EventEntity, logItem('event', UnitSerNum, reportId, eventAt(place(KEPT_MS.event))));
    else if (number % 5 === 1) yield messageItem(UnitSerNum, reportId, place(MESSAGES_MS));
    else yield itemOf(PingEntity, logItem('ping', UnitSerNum, reportId, pingAt(place(KEPT_MS.ping))));
  }
}

/** How many entries the unit has in each hour of its history, which is all that the timeline reads. */
export function* countItems({ UnitSerNum }: UnitRecord, days: number, now: number) {
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  for (let day = 0; day < days; day++) {
    const date = instant(now - day * DAY).slice(0, 10);
    const counted = hours.flatMap((hour) =>
      (['ping', 'event'] as const satisfies HistoryKind[]).map((kind) => ({ kind, at: `${date}T${hour}:00:00.000Z` })),
    );
    yield itemOf(DayCountEntity, dayCountItem(UnitSerNum, date, counted));
  }
}

const received = (timeStamp: string) => ({ timeStamp, receivedAt: timeStamp, sequence: 1 });

const pingAt = (timeStamp: string) => ({
  ...received(timeStamp),
  ...{ pingReason: 'Scheduled', bars: 4, lte: true, chargedPercent: 97, acPower: true, lowpower: false },
});

const eventAt = (timeStamp: string): UnitEvent => ({ ...received(timeStamp), eventType: 'Event 602' });

function messageItem(UnitSerNum: string, id: string, time: string) {
  return itemOf(ProtocolLogEntity, {
    UnitSerNum,
    month: time.slice(0, 7),
    place: `${time}~${id}`,
    kind: 'report',
    messageType: 'ping',
    raw: '7e'.repeat(60),
    content: { type: 'ping', MessageTime: Date.parse(time), bars: 4 },
    expiresAt: Math.ceil(Date.parse(time) / 1000) + 90 * 86_400,
  });
}
