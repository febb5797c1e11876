import type { Occurrence } from '../dealer-settings/occurrence.ts';
import { dealerKeysOf } from '../scope.ts';
import { instant, MINUTE } from '../time.ts';
import { alarmWords, minuteOf, RANK, type Rank } from './board.ts';

/** An alarm that somebody has is escalated again after so many minutes in which nobody did anything about it. */
export const FORGOTTEN_AFTER_MINUTES = 30;

/** An escalation that is not mailed by then is mailed again: later than the first retries of its reaction. The times in between double. */
const MAIL_AGAIN_MS = 5 * MINUTE;

/** What decides when an alarm is escalated. */
export interface Escalatable {
  version: number;
  heldBy?: unknown;
  closedAt?: string | undefined;
  listing?: Escalation | undefined;
  /** When its escalation, or the mail about it, is due. */
  dueAt?: string | undefined;
}

interface Escalation {
  rank: Rank;
  /** The minutes in which somebody should take it. Absent: it is not escalated. */
  minutes?: number | undefined;
  escalatedAt?: string | undefined;
  /** It was escalated while somebody had it. */
  forgotten?: boolean | undefined;
  /** The escalation is not mailed yet. */
  unmailed?: boolean | undefined;
}

/** The alarm as it is written: what a person does with it ends an escalation that is not mailed yet, and begins the time until the next. */
export function withEscalation<Next extends Omit<Escalatable, 'dueAt'>>(
  was: Escalatable | undefined,
  next: Next,
  now: number,
): Next & { dueAt?: string } {
  const { listing, heldBy, closedAt, version } = next;
  if (listing?.minutes === undefined || closedAt !== undefined) return next;
  const after = (minutes: number) => ({ dueAt: instant(now + minutes * MINUTE) });
  if (!was) return { ...next, ...after(listing.minutes) };
  const isHandled = version !== was.version && (heldBy !== undefined || was.heldBy !== undefined);
  if (!isHandled) return { ...next, ...(was.dueAt !== undefined && { dueAt: was.dueAt }) };
  const { unmailed: _mailed, ...told } = listing;
  return { ...next, listing: told, ...after(heldBy === undefined ? listing.minutes : FORGOTTEN_AFTER_MINUTES) };
}

/** The alarm when its time is over: escalated, or with a new time for the mail that is missing. */
export function escalated<Was extends Escalatable>(was: Was, now: number): Was {
  const { listing, heldBy } = was;
  const since = listing?.unmailed && listing.escalatedAt !== undefined ? now - Date.parse(listing.escalatedAt) : 0;
  const dueAt = instant(now + Math.max(MAIL_AGAIN_MS, since));
  if (!listing || listing.unmailed) return { ...was, dueAt };
  const escalation = {
    rank: RANK.escalated,
    escalatedAt: instant(now),
    forgotten: heldBy !== undefined,
    unmailed: true,
  };
  return { ...was, listing: { ...listing, ...escalation }, dueAt };
}

/** The alarm after its escalation was mailed. */
export function mailed<Was extends Escalatable>({ dueAt: _due, ...was }: Was) {
  if (!was.listing) return was;
  const { unmailed: _mailed, ...listing } = was.listing;
  return { ...was, listing };
}

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
  /** Somebody had it, and did nothing about it. */
  forgotten?: boolean | undefined;
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
  forgotten = false,
}: EscalatedAlarm): Occurrence[] {
  const [time] = event.split('~') as [string];
  const kind = `${alarmWords(eventType)}${zone === undefined ? '' : `, zone ${zone}`}`;
  const text = [
    forgotten
      ? `Somebody has an alarm of unit ${UnitSerNum}, but did nothing about it for ${FORGOTTEN_AFTER_MINUTES} minutes: ${kind}, raised at ${time}.`
      : `Nobody has taken an alarm of unit ${UnitSerNum} within ${minutes} minutes: ${kind}, raised at ${time}.`,
    'Other alarms of this kind may be open too. The board of open alarms in the portal shows all of them, these first.',
  ].join('\n');
  return dealerKeysOf(dealerPath)
    .slice(-2)
    .toReversed()
    .map(
      (DealerKey): Occurrence => ({
        id: `${forgotten ? 'Forgotten' : 'Escalated'}:${DealerKey}:${eventType}:${minuteOf(escalatedAt)}`,
        reason: 'Emergency',
        DealerKey,
        kind: forgotten ? `${eventType} forgotten` : eventType,
        subject: forgotten ? `Alarm taken and left: unit ${UnitSerNum}` : `Alarm not taken: unit ${UnitSerNum}`,
        text,
      }),
    );
}
