import type { UnitEvent } from '../history/ping.ts';

/** `Event 101`, `Event 301 restored`: our event codes are those of Contact ID (SIA DC-05). */
const CODED = /^Event (\d{3})( restored)?$/;
/** The event is the end of another one. */
export const isRestored = ({ eventType }: Pick<UnitEvent, 'eventType'>): boolean =>
  CODED.exec(eventType)?.[2] !== undefined;
/** "General alarm", for an event with a code that Contact ID does not have. */
const GENERAL_ALARM = '140';
const NEW_EVENT = 1;
const RESTORED = 3;
const MAX_ZONE = 999;
/** Our units have one area. */
const AREA = '01';

/** An event in the words of Contact ID: qualifier and code, area, zone. */
export function contactIdOf({ eventType, zone = 0 }: Pick<UnitEvent, 'eventType' | 'zone'>): string {
  const [, code = GENERAL_ALARM, restored] = CODED.exec(eventType) ?? [];
  const shownZone = zone >= 0 && zone <= MAX_ZONE ? zone : 0;
  return `${restored ? RESTORED : NEW_EVENT}${code} ${AREA} ${String(shownZone).padStart(3, '0')}`;
}

/** The digits of a serial number with letters beyond F, which receivers do not take. 36^6 has ten digits. */
const DIGITS_OF_SERIAL = 10;

/**
 * The account of a unit at a receiver, which takes 3 to 16 hexadecimal digits: the serial number if it consists of them, else its value in the
 * system of base 36, in ten decimal digits. Two units never have the same account.
 */
export const accountOf = (prefix: string, UnitSerNum: string): string =>
  `${prefix}${/^[0-9A-F]+$/.test(UnitSerNum) ? UnitSerNum : String(Number.parseInt(UnitSerNum, 36)).padStart(DIGITS_OF_SERIAL, '0')}`;

/** The account of a test. Behind the same prefix it is shorter than that of any unit. */
export const testAccountOf = (prefix: string): string => `${prefix}000`;

/** Somebody has asked for help by hand: medical, personal emergency, panic, duress. */
const BY_HAND = /^Event (?:10[01]|12[0-3])(?: restored)?$/;

/** The status of an event in SCAIP: 0010 an alarm by hand, 0016 battery low, 0009 an alarm that the device raised by itself. */
export function scaipStatusOf({ eventType }: Pick<UnitEvent, 'eventType'>): string {
  if (BY_HAND.test(eventType)) return '0010';
  return /^Event (?:302|384)(?: restored)?$/.test(eventType) ? '0016' : '0009';
}
