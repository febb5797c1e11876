import { z } from 'zod';
import { KEPT_BY_UNIT_MS } from '../history/alarm.ts';
import { knownEventName } from '../profiles/event-definitions.ts';
import { DAY, Instant, instant, MINUTE } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { AlarmKey, AlarmState } from './alarm.ts';

/** An alarm stays on the board until it is closed, at most for this time from its receipt. */
export const SHOWN_FOR_MS = 31 * DAY;

/** No alarm on a board happened earlier. */
export const oldestShown = (now: number): string => instant(now - SHOWN_FOR_MS - KEPT_BY_UNIT_MS);

/** True if an alarm that came at this time may be on a board. */
export const isShown = ({ receivedAt }: { receivedAt: string }, now: number): boolean =>
  now - Date.parse(receivedAt) <= SHOWN_FOR_MS;

/** So many alarms of one kind within a minute are one incident: a failure of the network or of the mains, not so many falls. */
export const INCIDENT_FROM = 10;

/** Escalated alarms go first. */
export const RANK = { escalated: '0', usual: '1' } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** Where an alarm is on the board: the minute of the alarm and its kind come before its exact time, so that those of an incident are together. */
export interface Place {
  rank: Rank;
  /** `2026-11-21T17:00`. */
  minute: string;
  eventType: string;
}

export const minuteOf = (timeStamp: string) => timeStamp.slice(0, 16);

/** Names the alarms of one kind within one minute. */
export const incidentKey = ({ rank, minute, eventType }: Place) => `${rank}~${minute}~${eventType}`;

const IncidentKey = z.string().regex(/^[01]~\d{4}-\d\d-\d\dT\d\d:\d\d~Event \d{1,5}( restored)?$/, 'No such incident');
export const IncidentAsked = IncidentKey.optional();

export function placeOf(key: string): Place {
  const [rank, minute, eventType] = key.split('~') as [Rank, string, string];
  return { rank, minute, eventType };
}

/** An alarm that nobody has closed. */
export const OpenAlarm = AlarmKey.extend({
  eventType: z.string(),
  zone: z.number().int().optional(),
  receivedAt: Instant,
  /** The latest time when nobody had taken it in the time that its dealer gives, or its holder had forgotten it. */
  escalatedAt: Instant.optional(),
  UnitSerNum: SerialNumber,
  UnitModel: z.string(),
  /** The line ID and the unit ID. */
  unitID: z.string(),
  DealerName: z.string(),
  /** By which the view of a call finds the unit. */
  phoneNumber: z.string().optional(),
  alarm: AlarmState,
});
export type OpenAlarm = z.output<typeof OpenAlarm>;

const Incident = z.object({
  /** One for each minute in which it went on. */
  keys: z.array(IncidentKey),
  eventType: z.string(),
  begunAt: Instant,
  escalated: z.boolean(),
  count: z.number().int(),
  /** There are more alarms than were counted. */
  more: z.boolean(),
});
export type Incident = z.output<typeof Incident>;

/** One alarm, or an incident with its first alarms. */
export const BoardEntry = z.object({ incident: Incident.optional(), alarms: z.array(OpenAlarm) });
export type BoardEntry = z.output<typeof BoardEntry>;

/** Alarms of one kind within one minute, in the order of the board. `total` is absent if all of them were read. */
export interface Group<Row> {
  place: Place;
  rows: readonly Row[];
  total?: { count: number; more: boolean };
}

/** Neighbours of one kind and minute as groups. */
export function groupsOf<Row extends Place>(rows: readonly Row[]): Group<Row>[] {
  const groups = Map.groupBy(rows, incidentKey);
  return [...groups.values()].map((of) => {
    const { rank, minute, eventType } = of[0]!;
    return { place: { rank, minute, eventType }, rows: of };
  });
}

export const isIncident = ({ rows, total }: Group<unknown>) => (total?.count ?? rows.length) >= INCIDENT_FROM;

/** What the board shows of groups: single alarms, and incidents. One that goes on in the next minute is the same. */
export function entriesOf<Row>(groups: readonly Group<Row>[]): { incident?: Incident; rows: readonly Row[] }[] {
  const entries: { incident?: Incident; rows: readonly Row[] }[] = [];
  const present = new Map<string, { incident: Incident; rows: readonly Row[]; last: string }>();
  for (const group of groups) {
    if (!isIncident(group)) {
      entries.push(...group.rows.map((row) => ({ rows: [row] })));
      continue;
    }
    const { place, rows, total = { count: rows.length, more: false } } = group;
    const kind = `${place.rank}~${place.eventType}`;
    const before = present.get(kind);
    const begunAt = instant(Date.parse(`${place.minute}:00Z`));
    if (before && Date.parse(begunAt) - Date.parse(before.last) === MINUTE) {
      before.last = begunAt;
      before.incident.keys.push(incidentKey(place));
      before.incident.count += total.count;
      before.incident.more ||= total.more;
      continue;
    }
    const { eventType, rank } = place;
    const escalated = rank === RANK.escalated;
    const entry = { incident: { keys: [incidentKey(place)], eventType, begunAt, escalated, ...total }, rows };
    present.set(kind, { ...entry, last: begunAt });
    entries.push(entry);
  }
  return entries;
}

/** The names of Contact ID (SIA DC-05) for alarms. */
const NAMES: Readonly<Record<string, string>> = {
  100: 'Medical alarm',
  101: 'Personal emergency',
  102: 'No sign of activity',
  110: 'Fire',
  111: 'Smoke',
  112: 'Combustion',
  113: 'Water flow',
  114: 'Heat',
  115: 'Fire pull station',
  117: 'Flame',
  120: 'Panic',
  121: 'Duress',
  122: 'Silent panic',
  123: 'Audible panic',
  130: 'Burglary',
  131: 'Perimeter',
  132: 'Interior',
  133: '24-hour zone',
  134: 'Entry or exit',
  137: 'Tamper',
  140: 'General alarm',
  150: '24-hour alarm, not burglary',
  151: 'Gas',
  152: 'Refrigeration',
  153: 'Loss of heat',
  154: 'Water leak',
  158: 'High temperature',
  159: 'Low temperature',
  162: 'Carbon monoxide',
};

/** `Personal emergency (Event 101)`. A code without a name stays as it is. */
export const alarmWords = (eventType: string): string => {
  const code = eventType.slice('Event '.length);
  const name = NAMES[code] ?? knownEventName(code);
  return name === undefined ? eventType : `${name} (${eventType})`;
};

/** The number of alarms of a whole board, `2,000+` if an incident has more than were counted. Undefined for one page of many. */
export function alarmCountOf(page: {
  items: readonly BoardEntry[];
  cursor: string | null;
}): number | string | undefined {
  if (page.cursor !== null) return undefined;
  const count = page.items.reduce((sum, { incident, alarms }) => sum + (incident?.count ?? alarms.length), 0);
  return page.items.some(({ incident }) => incident?.more) ? `${count.toLocaleString('en')}+` : count;
}
