import { instant, MINUTE, SECOND } from '#core/time.ts';
import { pingState } from '#core/units/silence.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { type SeedOptions, seedUnits } from './units.ts';

/** The dealers with alarms: Northwind, of the dealer and the operator who try the portal. */
const DEALER_PATH = '/1/22/';
/** The units of the simulated fleet raise alarms of their own. */
const SIMULATED = 100;
const ALARMS = [
  { eventType: 'Event 101', at: -6 * MINUTE },
  { eventType: 'Event 110', at: -90 * SECOND },
] as const;

/** Two open alarms, so that the board of a new portal has something to take. */
export async function seedOpenAlarms({ count, now }: SeedOptions): Promise<void> {
  const units = [...seedUnits({ count: Math.min(count, 2_000), now })].filter(
    (unit, number) =>
      number >= SIMULATED &&
      unit.dealerPath.startsWith(DEALER_PATH) &&
      unit.MSISDN1 !== undefined &&
      pingState(unit, now) === 'heard',
  );
  for (const [index, { eventType, at }] of ALARMS.entries()) {
    const unit = units[index];
    if (!unit) continue;
    const timeStamp = instant(now + at);
    const event = { timeStamp, receivedAt: timeStamp, sequence: 1, eventType };
    await recordAlarm(unit.UnitSerNum, '1-1', event, { once: false }, now);
  }
}
