import type { Ping } from '#core/history/ping.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { PING_INTERVAL } from '#core/units/silence.ts';
import { ASSIGNED, type LastPing, type UnitModel } from '#core/units/unit.ts';
import type { Random } from './random.ts';

/** The last ping of a unit; undefined for units that are not in use. One in twenty no longer reports, and one in thirty is late. */
export function fieldsOfPing(model: UnitModel, status: number, now: number, random: Random): LastPing | undefined {
  if (status !== ASSIGNED) return undefined;
  const silent = random.chance(0.05);
  const age = silent ? random.between(3, 40) * DAY : ageInUse(model, random);
  return told(model, instant(now - age), random);
}

function ageInUse(model: UnitModel, random: Random): number {
  const minutes = random.between(1, PING_INTERVAL[model] / MINUTE);
  const isLate = minutes % 30 === 0;
  return isLate ? 1.5 * PING_INTERVAL[model] : minutes * MINUTE;
}

function told(model: UnitModel, lastPingTime: string, random: Random): LastPing {
  const acPower = model === 'MXD-LTE' ? random.chance(0.95) : random.chance(0.2);
  const chargedPercent = acPower ? random.between(85, 100) : random.between(9, 100);
  return {
    lastPingTime,
    pingReason: random.pick(['Scheduled', 'Scheduled', 'Scheduled', 'Scheduled', 'Event', 'Power On']),
    bars: random.pick([1, 2, 3, 3, 4, 4, 5]),
    lte: random.chance(0.97),
    lowpower: chargedPercent < 20,
    acPower,
    chargedPercent,
    ...(model === 'MXD-LTE' && { switchPosition: random.chance(0.98) ? 'On' : 'Off' }),
  };
}

/** The `count` pings before the last one, newest first. */
export function earlierPings(model: UnitModel, last: LastPing, count: number, random: Random): Ping[] {
  const newest = Date.parse(last.lastPingTime);
  return Array.from({ length: count }, (_, index) => {
    const time = instant(newest - index * PING_INTERVAL[model] - (index && random.between(0, 90) * MINUTE));
    const { lastPingTime: _time, ...ping } = index === 0 ? last : told(model, time, random);
    return { ...ping, timeStamp: time, receivedAt: time, sequence: count - index };
  });
}
