import { type Occurrence, occurrenceOfUnit, type UnitOfOccurrence } from '../dealer-settings/occurrence.ts';
import { MINUTE } from '../time.ts';
import { HEARD_AGAIN, UNIT_SILENT } from '../units/contact.ts';
import type { UnitEvent } from './ping.ts';

/** `place` distinguishes the events of a unit. */
export const alarmOccurrence = (
  unit: UnitOfOccurrence,
  { eventType, zone, timeStamp, receivedAt }: Pick<UnitEvent, 'eventType' | 'timeStamp' | 'zone' | 'receivedAt'>,
  place: string,
): Occurrence => {
  const inZone = zone === undefined ? '' : `, zone ${zone}`;
  const kind = `${eventType}${inZone}`;
  const isLate = Date.parse(receivedAt) - Date.parse(timeStamp) > LATE_MS;
  const late = isLate ? ` The unit had no connection and reported it at ${receivedAt}.` : '';
  return {
    ...occurrenceOfUnit(unit, 'Emergency', place, `an alarm (${kind}) was raised at ${timeStamp}.${late}`),
    kind,
  };
};

/** An alarm that comes later than this was kept by the unit. */
const LATE_MS = 5 * MINUTE;

/** The type of the event that two devices use the identity of one unit. */
export const TAKEN_OVER = 'Connection taken over';

/** `place` distinguishes the events of a unit. */
export const takeOverOccurrence = (
  unit: UnitOfOccurrence,
  { timeStamp }: Pick<UnitEvent, 'timeStamp'>,
  place: string,
): Occurrence =>
  occurrenceOfUnit(
    unit,
    'Connection Taken Over',
    place,
    `another device uses its identity, noticed at ${timeStamp}. Its reports may be false. Check the unit and give it a secret.`,
  );

/** The type of the event that a login without a proof was refused. Nobody is notified: a dealer that requires proofs causes it for each old unit at once. */
export const LOGIN_WITHOUT_PROOF = 'Login without proof';

/** The type of the event that a login with a wrong proof of the unit's identity was refused. */
export const LOGIN_REFUSED = 'Login refused';

/** `place` distinguishes the events of a unit. */
export const loginRefusedOccurrence = (
  unit: UnitOfOccurrence,
  { timeStamp, detail }: Pick<UnitEvent, 'timeStamp' | 'detail'>,
  place: string,
): Occurrence =>
  occurrenceOfUnit(unit, 'Login Refused', place, `its login was refused at ${timeStamp}. ${detail ?? ''}`);

/** An overdue ping is not mailed: it is a day's delay at most, and a unit with bad reception causes one every other day. */
export const isSilence = ({ eventType }: Pick<UnitEvent, 'eventType'>) =>
  eventType === UNIT_SILENT || eventType === HEARD_AGAIN;

/** `place` distinguishes the events of a unit. The mails of a silence and of its end are different kinds, so neither waits for the other. */
export const silenceOccurrence = (
  unit: UnitOfOccurrence,
  { eventType, timeStamp, detail }: Pick<UnitEvent, 'eventType' | 'timeStamp' | 'detail'>,
  place: string,
): Occurrence => {
  const happened = eventType === UNIT_SILENT ? 'it has missed two pings' : 'it was silent and is heard again';
  const occurrence = occurrenceOfUnit(unit, 'Unit Not Reporting', place, `${happened} at ${timeStamp}. ${detail}`);
  return { ...occurrence, kind: eventType };
};

/** A download that a unit gave up. */
export const downloadOccurrence = (unit: UnitOfOccurrence, what: string, place: string): Occurrence =>
  occurrenceOfUnit(unit, 'Failed to Download', place, `it failed to download ${what}.`);
