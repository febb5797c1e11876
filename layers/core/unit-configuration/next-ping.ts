import { HOUR, instant } from '../time.ts';
import { PING_INTERVAL } from '../units/silence.ts';
import type { Unit } from '../units/unit.ts';
import type { Reported } from './reported.ts';

/** When the unit should ping next: after the interval that it reported, or that of its model. Undefined: it has never sent a ping. */
export function nextExpectedPing(
  { UnitModel, lastPing }: Pick<Unit, 'UnitModel' | 'lastPing'>,
  reported: Pick<Reported, 'settings'> | undefined,
): string | undefined {
  if (!lastPing) return undefined;
  const hours = reported?.settings.PingInterval;
  const interval = typeof hours === 'number' && hours > 0 ? hours * HOUR : PING_INTERVAL[UnitModel];
  return instant(Date.parse(lastPing.lastPingTime) + interval);
}
