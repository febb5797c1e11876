import { MINUTE, SECOND } from '../time.ts';

/** So often a bridge sends a signal on the way of the reports. */
export const SIGNAL_EVERY_MS = 15 * SECOND;

/** A time in which the portal could not hear units, in milliseconds: the end contains the time in which they catch up. */
export interface Outage {
  from: number;
  to: number;
}

/** How the portal hears. Bridges send signals on the way of the reports: so what keeps reports away keeps signals away. */
export interface Hearing {
  /** When the latest signal was sent. */
  heardUntil: number;
  /** The earliest first. None overlaps another. */
  outages: readonly Outage[];
}

/** Longer without a signal is an outage. A signal that took longer came out of a jam, behind which reports wait: it does not count. */
const LONGEST_WAY_MS = 5 * MINUTE;

/** After an outage, units connect again and send what they kept. Those that were refused wait 15 minutes (docs/unit-protocol.md). */
const CATCH_UP_MS = 30 * MINUTE;

/** With one more, the oldest is forgotten: a unit that is silent since then is silent for long. */
const MOST_OUTAGES = 100;

/** What is known after a signal, sent at `claimed` by the clock of its bridge; undefined if it tells nothing new. */
export function afterSignal(was: Hearing | undefined, claimed: number, now: number): Hearing | undefined {
  // A clock that is ahead must not hide an outage that begins before its time.
  const sentAt = Math.min(claimed, now);
  if (now - sentAt > LONGEST_WAY_MS) return undefined;
  if (was === undefined) return { heardUntil: sentAt, outages: [] };
  if (sentAt <= was.heardUntil) return undefined;
  if (sentAt - was.heardUntil <= LONGEST_WAY_MS) return { ...was, heardUntil: sentAt };
  return { heardUntil: sentAt, outages: joined(was, { from: was.heardUntil, to: sentAt + CATCH_UP_MS }) };
}

function joined({ outages }: Hearing, next: Outage): Outage[] {
  const last = outages.at(-1);
  if (!last || last.to < next.from) return [...outages, next].slice(-MOST_OUTAGES);
  return [...outages.slice(0, -1), { from: last.from, to: next.to }];
}

/** When the outage began that lasts at `now`; undefined if there is none. Without any signal ever, nothing is known. */
export function outageSince(hearing: Hearing | undefined, now: number): number | undefined {
  const isOut = hearing !== undefined && now - hearing.heardUntil > LONGEST_WAY_MS;
  return isOut ? hearing.heardUntil : undefined;
}

/** The time by which units are judged: that of the latest signal. So time stands still from the first moment of an outage. */
export const judgedAt = (hearing: Hearing | undefined, now: number): number =>
  hearing ? Math.min(now, hearing.heardUntil) : now;

/** All outages that are known, with the one that lasts at `now`. */
function outagesAt(hearing: Hearing | undefined, now: number): Outage[] {
  const since = outageSince(hearing, now);
  return [...(hearing?.outages ?? []), ...(since === undefined ? [] : [{ from: since, to: now }])];
}

/** True if the portal could not hear units for a part of the time between two moments. */
export const hadOutage = (hearing: Hearing | undefined, { from, to }: Outage, now: number): boolean =>
  outagesAt(hearing, now).some((one) => one.from < to && one.to > from);

/** How long the portal could not hear units since a ping, in milliseconds. */
export function outageMsSince(pingedAt: number, hearing: Hearing | undefined, now: number): number {
  let [end, sum] = [pingedAt, 0];
  for (const { from, to } of outagesAt(hearing, now)) {
    // While units catch up, the end is still to come.
    sum += Math.max(0, Math.min(to, now) - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}
