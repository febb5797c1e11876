import { TAKEN_OVER } from '#core/history/occurrences.ts';
import type { UnitEvent } from '#core/history/ping.ts';
import { HOUR, instant } from '#core/time.ts';
import type { UnitMessage } from './message.ts';

/** The event of a login that counts back; undefined for any other. Two devices that take turns cause one event an hour. */
export function doubtOf({
  receivedAt,
  sequence,
  bootId,
  countedBackFrom,
}: Extract<UnitMessage, { kind: 'login' }>): { reportId: string; event: UnitEvent } | undefined {
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
