import { LOGIN_REFUSED, LOGIN_WITHOUT_PROOF, TAKEN_OVER } from '#core/history/occurrences.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { HOUR, instant } from '#core/time.ts';
import type { UnitMessage } from './message.ts';

interface Doubt {
  reportId: string;
  event: UnitEvent;
}

/** The event of a login that counts back; undefined for any other. Two devices that take turns cause one event an hour. */
export function doubtOf({
  receivedAt,
  sequence,
  bootId,
  countedBackFrom,
}: Extract<UnitMessage, { kind: 'login' }>): Doubt | undefined {
  if (!countedBackFrom) return undefined;
  const at = instant(receivedAt);
  return {
    reportId: `taken-over-${Math.floor(receivedAt / HOUR)}`,
    event: {
      timeStamp: at,
      receivedAt: at,
      sequence,
      eventType: TAKEN_OVER,
      detail: `Boot ${bootId} with number ${sequence} came after boot ${countedBackFrom.bootId} with number ${countedBackFrom.lastSequence + 1}. Another device uses this identity.`,
    },
  };
}

/** Refusals of a login that named a known unit with its modem, in words for its event log. The others name no unit for sure. */
const UNPROVEN: Readonly<Record<string, Pick<UnitEvent, 'eventType' | 'detail'>>> = {
  noProof: {
    eventType: LOGIN_WITHOUT_PROOF,
    detail: 'The unit has no secret, and it must prove its identity. Give it a secret.',
  },
  missingProof: {
    eventType: LOGIN_WITHOUT_PROOF,
    detail: 'The unit has a secret, but the login had no proof. Store the secret in the unit.',
  },
  badProof: {
    eventType: LOGIN_REFUSED,
    detail: "The login had a proof with another secret. Check the unit's secret, and who uses its identity.",
  },
};

/** The event of a login that was refused because it did not prove its identity; undefined for any other. One event of a type an hour. */
export function refusalOf({
  receivedAt,
  UnitSerNum,
  error,
}: Extract<UnitMessage, { kind: 'invalid' }>): (Doubt & { UnitSerNum: string }) | undefined {
  const event = UNPROVEN[error];
  if (UnitSerNum === undefined || event === undefined) return undefined;
  const at = instant(receivedAt);
  return {
    UnitSerNum,
    reportId: `${event.eventType}-${Math.floor(receivedAt / HOUR)}`,
    event: { timeStamp: at, receivedAt: at, sequence: 0, ...event },
  };
}
