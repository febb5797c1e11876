import type { UnitEvent } from '../history/ping.ts';
import { HOUR, instant, MINUTE } from '../time.ts';
import { type PingingUnit, pingIntervalOf, pingState } from './silence.ts';
import { ASSIGNED } from './unit.ts';

/** How a unit in service is heard. */
export const CONTACTS = ['heard', 'late', 'silent'] as const;
export type Contact = (typeof CONTACTS)[number];

type WatchedUnit = PingingUnit & { UnitStatus: number };

/** Undefined for a unit that nobody depends on, or that has never pinged: it cannot fall silent. */
export function contactOf(unit: WatchedUnit, now: number): Contact | undefined {
  const state = pingState(unit, now);
  return unit.UnitStatus !== ASSIGNED || state === 'never heard' ? undefined : state;
}

/** The types of the events that tell in the log of a unit how it is heard. */
export const PING_OVERDUE = 'Ping overdue';
export const UNIT_SILENT = 'Unit silent';
export const OVERDUE_PING_CAME = 'Overdue ping came';
export const HEARD_AGAIN = 'Unit heard again';
export const CONTACT_EVENTS: readonly string[] = [PING_OVERDUE, UNIT_SILENT, OVERDUE_PING_CAME, HEARD_AGAIN];

/** `since`: the time of the last ping before the unit was late or silent. */
interface WasHeard {
  contact?: Contact | undefined;
  since: string;
}

/** What the log of the unit tells when it is heard otherwise than before; undefined if nothing changed, or the unit came into service. */
export function contactEvent(was: WasHeard, unit: WatchedUnit, now: number): UnitEvent | undefined {
  const is = contactOf(unit, now);
  if (is === undefined || was.contact === undefined || is === was.contact) return undefined;
  const at = instant(now);
  return { timeStamp: at, receivedAt: at, sequence: 0, ...wordsFor(is, was, unit, now) };
}

function wordsFor(is: Contact, was: WasHeard, unit: WatchedUnit, now: number): Pick<UnitEvent, 'eventType' | 'detail'> {
  const pingedAt = Date.parse(unit.lastPing!.lastPingTime);
  if (is === 'heard')
    return {
      eventType: was.contact === 'silent' ? HEARD_AGAIN : OVERDUE_PING_CAME,
      detail: `The ping came ${timeWords(pingedAt - Date.parse(was.since))} after the one before.`,
    };
  return {
    eventType: is === 'silent' ? UNIT_SILENT : PING_OVERDUE,
    detail: `The last ping came ${timeWords(now - pingedAt)} ago. The unit pings every ${timeWords(pingIntervalOf(unit))}.`,
  };
}

function timeWords(milliseconds: number): string {
  const isShort = milliseconds < 2 * HOUR;
  return isShort ? `${Math.floor(milliseconds / MINUTE)} minutes` : `${Math.floor(milliseconds / HOUR)} hours`;
}
