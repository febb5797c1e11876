import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { type Sim, spread } from './sim.ts';

/** The activity of a SIM is computed from its ICCID and the time, so nothing is stored. */

interface Session {
  started: number;
  /** In the future during the session. */
  ended: number;
}

/** The sessions that a SIM started between two times, oldest first. Units start one every 6 to 12 hours. */
export function sessionsBetween(sim: Sim, earliest: number, latest: number): Session[] {
  if (!isInService(sim) || !sim.dateActivated) return [];
  const period = 6 * HOUR + spread(sim.iccid, 'period', 360) * MINUTE;
  const lasts = Math.floor(period * (0.5 + spread(sim.iccid, 'lasts', 45) / 100));
  const activated = Date.parse(sim.dateActivated);
  const sessions: Session[] = [];
  const first = activated + Math.max(0, Math.ceil((earliest - activated) / period)) * period;
  for (let started = first; started <= latest; started += period) {
    sessions.push({ started, ended: started + lasts });
  }
  return sessions;
}

/** Every unit in service started one within the last 12 hours. */
export const lastSession = (sim: Sim, now: number): Session | undefined =>
  sessionsBetween(sim, now - 12 * HOUR, now).at(-1);

export interface DayOfUse {
  day: string;
  bytes: number;
  sms: number;
  voiceSeconds: number;
}

/** The usage of a SIM per day (UTC) from the day of `earliest`; the last day up to `latest`. */
export function usageBetween(sim: Sim, earliest: number, latest: number): DayOfUse[] {
  if (!isInService(sim) || !sim.dateActivated || sim.idle) return [];
  const days: DayOfUse[] = [];
  const from = Math.max(earliest, Date.parse(sim.dateActivated));
  for (let day = Math.floor(from / DAY) * DAY; day <= latest; day += DAY) {
    const part = Math.min(1, (latest - day) / DAY);
    const name = instant(day);
    const amount = (most: number) => Math.floor(spread(sim.iccid + name, 'use', most) * part);
    days.push({ day: name, bytes: amount(400_000) + 20_000, sms: amount(3), voiceSeconds: amount(240) });
  }
  return days;
}

/** The start of the carriers' billing cycle: the first of the month. */
export function cycleStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

export function cycleEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

const IN_SERVICE = ['ACTIVATED', 'active'];
const isInService = ({ status }: Sim) => IN_SERVICE.includes(status);
