import { DAY, HOUR } from '../time.ts';
import type { UnitModel } from './unit.ts';

/** The regular ping interval of each model. */
export const PING_INTERVAL: Record<UnitModel, number> = {
  'MXD-LTE': DAY,
  myConnect: 6 * HOUR,
  'myConnect Air': 6 * HOUR,
};

/** The age of the last ping, in intervals, above which a unit is late, and above which it is silent. */
const LATE = 1.125;
const SILENT = 2;

export type PingState = 'heard' | 'late' | 'silent' | 'never heard';

/** A unit is silent after two missed pings, and late when a ping is overdue by an eighth of its interval. */
export function pingState(model: UnitModel, lastPingTime: string | undefined, now: number): PingState {
  if (lastPingTime === undefined) return 'never heard';
  const age = now - Date.parse(lastPingTime);
  if (age > SILENT * PING_INTERVAL[model]) return 'silent';
  return age > LATE * PING_INTERVAL[model] ? 'late' : 'heard';
}

/** When the ping state changes next if no ping comes, in milliseconds; undefined if it stays. */
export function pingStateChangesAt(
  model: UnitModel,
  lastPingTime: string | undefined,
  now: number,
): number | undefined {
  if (lastPingTime === undefined) return undefined;
  const pingedAt = Date.parse(lastPingTime);
  return [LATE, SILENT].map((intervals) => pingedAt + intervals * PING_INTERVAL[model] + 1).find((at) => at > now);
}

/** When the unit pinged last if it is late or silent: the longer ago, the worse. '0' sorts before every time: it never pinged, or it pings on time. */
export function silentSince(model: UnitModel, lastPingTime: string | undefined, now: number): string {
  const isLate = ['late', 'silent'].includes(pingState(model, lastPingTime, now));
  return isLate ? lastPingTime! : '0';
}

/** True if the readings of the last ping are too old to rely on: the unit is silent. */
export const hasStaleReadings = (model: UnitModel, lastPingTime: string | undefined, now: number): boolean =>
  pingState(model, lastPingTime, now) === 'silent';
