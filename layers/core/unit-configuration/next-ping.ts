import { instant } from '../time.ts';
import { pingIntervalOf } from '../units/silence.ts';
import type { Unit } from '../units/unit.ts';

/** When the unit should ping next. Undefined: it has never sent a ping. */
export function nextExpectedPing(unit: Pick<Unit, 'UnitModel' | 'PingInterval' | 'lastPing'>): string | undefined {
  return unit.lastPing && instant(Date.parse(unit.lastPing.lastPingTime) + pingIntervalOf(unit));
}
