import { DAY, HOUR, MINUTE } from '../time.ts';
import type { Unit, UnitModel } from './unit.ts';

/** The regular ping interval of each model. */
export const PING_INTERVAL: Record<UnitModel, number> = {
  'MXD-LTE': DAY,
  myConnect: 6 * HOUR,
  'myConnect Air': 6 * HOUR,
};

/** The hours between pings that a unit can have set. */
export const PING_HOURS = { minimum: 1, maximum: 48 };

/** The hours between pings in what a unit reported to have set; undefined if it told no possible number. */
export function reportedPingHours({ PingInterval: hours }: Readonly<Record<string, unknown>>): number | undefined {
  const isPossible = typeof hours === 'number' && hours >= PING_HOURS.minimum && hours <= PING_HOURS.maximum;
  return isPossible ? hours : undefined;
}

/** The age of the last ping, in intervals, above which a unit is late, and above which it is silent. */
const LATE = 1.125;
const SILENT = 2;

export type PingState = 'heard' | 'late' | 'silent' | 'never heard';

/** The longest silence that a list asks for, in hours: over a year. */
export const MAX_SILENT_HOURS = 10_000;

/** So long passes between two looks for units whose time has come. */
export const LOOK_EVERY_MS = MINUTE / 2;

/** What tells whether a unit is heard. */
export type PingingUnit = Pick<Unit, 'UnitModel' | 'PingInterval' | 'outageMs'> & {
  lastPing?: { lastPingTime: string } | undefined;
};

/** The time between two pings of the unit in milliseconds: what it reported to have set, or else the interval of its model. */
export const pingIntervalOf = ({ UnitModel, PingInterval }: Pick<Unit, 'UnitModel' | 'PingInterval'>): number =>
  PingInterval === undefined ? PING_INTERVAL[UnitModel] : PingInterval * HOUR;

/** When the unit is late or silent, in milliseconds: the time of its last ping, so many intervals, and the outages since. */
const deadline = (unit: PingingUnit, intervals: number): number =>
  Date.parse(unit.lastPing?.lastPingTime ?? '') + intervals * pingIntervalOf(unit) + (unit.outageMs ?? 0);

/** A unit is silent after two missed pings, and late when a ping is overdue by an eighth of its interval. Outages of the portal do not count. */
export function pingState(unit: PingingUnit, now: number): PingState {
  if (!unit.lastPing) return 'never heard';
  if (now > deadline(unit, SILENT)) return 'silent';
  return now > deadline(unit, LATE) ? 'late' : 'heard';
}

/** When the ping state changes next if no ping comes, in milliseconds; undefined if it stays. */
export function pingStateChangesAt(unit: PingingUnit, now: number): number | undefined {
  return [LATE, SILENT].map((intervals) => deadline(unit, intervals) + 1).find((at) => at > now);
}

/** True if a ping of the unit came from after a moment, in milliseconds. */
export const isHeardSince = ({ lastPing }: Pick<PingingUnit, 'lastPing'>, moment: number): boolean =>
  Date.parse(lastPing?.lastPingTime ?? '') > moment;

/** When the unit pinged last if it is late or silent: the longer ago, the worse. '0' sorts before every time: it never pinged, or it pings on time. */
export function silentSince(unit: PingingUnit, now: number): string {
  const isLate = ['late', 'silent'].includes(pingState(unit, now));
  return isLate ? unit.lastPing!.lastPingTime : '0';
}

/** True if the readings of the last ping are too old to rely on: the unit is silent. */
export const hasStaleReadings = (unit: PingingUnit, now: number): boolean => pingState(unit, now) === 'silent';
