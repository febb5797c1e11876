import type { Occurrence } from '../dealer-settings/occurrence.ts';
import { dealerKeysOf } from '../scope.ts';
import { alarmWords, minuteOf } from './board.ts';

interface EscalatedAlarm {
  UnitSerNum: string;
  /** Of `eventOf`. */
  event: string;
  eventType: string;
  zone?: number | undefined;
  /** Of the dealer that had the unit. */
  dealerPath: string;
  minutes?: number | undefined;
  /** By the clock of the portal: a unit can report any time. */
  escalatedAt: string;
}

/**
 * What the dealer of an escalated alarm and the dealer above it are told. Alarms of one kind that are escalated within a minute are one occurrence for a
 * dealer, so a storm of alarms causes one mail.
 */
export function escalationOccurrences({
  UnitSerNum,
  event,
  eventType,
  zone,
  dealerPath,
  minutes,
  escalatedAt,
}: EscalatedAlarm): Occurrence[] {
  const [time] = event.split('~') as [string];
  const kind = `${alarmWords(eventType)}${zone === undefined ? '' : `, zone ${zone}`}`;
  const text = [
    `Nobody has taken an alarm of unit ${UnitSerNum} within ${minutes} minutes: ${kind}, raised at ${time}.`,
    'Other alarms of this kind may be open too. The board of open alarms in the portal shows all of them, these first.',
  ].join('\n');
  return dealerKeysOf(dealerPath)
    .slice(-2)
    .toReversed()
    .map(
      (DealerKey): Occurrence => ({
        id: `Escalated:${DealerKey}:${eventType}:${minuteOf(escalatedAt)}`,
        reason: 'Emergency',
        DealerKey,
        kind: eventType,
        subject: `Alarm not taken: unit ${UnitSerNum}`,
        text,
      }),
    );
}
