import { DAY, HOUR } from '../time.ts';
import type { UnitModel } from './unit.ts';

/** The regular ping interval of each model. */
export const PING_INTERVAL: Record<UnitModel, number> = {
  'MXD-LTE': DAY,
  myConnect: 6 * HOUR,
  'myConnect Air': 6 * HOUR,
};

export type PingState = 'heard' | 'late' | 'silent' | 'never heard';

/** A unit is silent after two missed pings, and late when a ping is overdue by an eighth of its interval. */
export function pingState(model: UnitModel, lastPingTime: string | undefined, now: number): PingState {
  if (lastPingTime === undefined) return 'never heard';
  const age = now - Date.parse(lastPingTime);
  if (age > 2 * PING_INTERVAL[model]) return 'silent';
  return age > 1.125 * PING_INTERVAL[model] ? 'late' : 'heard';
}

/** True if the readings of the last ping are too old to rely on: the unit is silent. */
export const hasStaleReadings = (model: UnitModel, lastPingTime: string | undefined, now: number): boolean =>
  pingState(model, lastPingTime, now) === 'silent';
