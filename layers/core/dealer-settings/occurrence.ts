import type { Reason } from './notification-settings.ts';

/** An event that a dealer may want a mail about. */
export interface Occurrence {
  /** The same for the same occurrence, however often it is noticed. */
  id: string;
  reason: Reason;
  DealerKey: number;
  /** The unit that it happened to. Mails about one reason and unit, or about no unit, are merged; some over all units of the dealer (`inSeries`). */
  UnitSerNum?: string | undefined;
  /** An occurrence of another kind is no repetition: for an alarm, its event code and zone. */
  kind?: string;
  /** One line, without any text that people typed. */
  subject: string;
  text: string;
}

export interface UnitOfOccurrence {
  UnitSerNum: string;
  UnitModel: string;
  DealerKey: number;
}

/** `id` distinguishes occurrences of one reason and unit; `happened` completes the sentence that begins with the unit. */
export const occurrenceOfUnit = (
  { UnitSerNum, UnitModel, DealerKey }: UnitOfOccurrence,
  reason: Reason,
  id: string,
  happened: string,
): Occurrence => ({
  id: `${reason}:${UnitSerNum}:${id}`,
  reason,
  DealerKey,
  UnitSerNum,
  subject: `${reason}: unit ${UnitSerNum}`,
  text: `Unit ${UnitSerNum} (${UnitModel}): ${happened}`,
});
