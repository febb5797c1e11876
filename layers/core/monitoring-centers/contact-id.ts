import { codeOfType } from '../history/event-code.ts';
import type { UnitEvent } from '../history/ping.ts';
import { codeOfStandard } from './contact-id-codes.ts';

const NEW_EVENT = 1;
const RESTORED = 3;
const STILL_PRESENT = 6;
const MAX_ZONE = 999;
/** Our units have one area. */
const AREA = '01';

/** An event in the words of Contact ID: qualifier and code, area, zone. */
export function contactIdOf({ eventType, zone = 0 }: Pick<UnitEvent, 'eventType' | 'zone'>): string {
  const { EventCode, restored, stillPresent } = codeOfType(eventType) ?? {};
  const qualifier = restored ? RESTORED : stillPresent ? STILL_PRESENT : NEW_EVENT;
  const shownZone = zone >= 0 && zone <= MAX_ZONE ? zone : 0;
  return `${qualifier}${codeOfStandard(EventCode)} ${AREA} ${String(shownZone).padStart(3, '0')}`;
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
const BY_HAND: readonly (number | undefined)[] = [100, 101, 120, 121, 122, 123];
/** The battery of the unit, or of one of its accessories. */
const BATTERY_LOW: readonly (number | undefined)[] = [302, 384];

/** The status of an event in SCAIP: 0010 an alarm by hand, 0016 battery low, 0009 an alarm that the device raised by itself. */
export function scaipStatusOf({ eventType }: Pick<UnitEvent, 'eventType'>): string {
  const code = codeOfType(eventType)?.EventCode;
  if (BY_HAND.includes(code)) return '0010';
  return BATTERY_LOW.includes(code) ? '0016' : '0009';
}
