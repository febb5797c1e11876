import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult } from '#core/unit-messages/session.ts';
import type { BridgeConfig } from '../config.ts';
import { TokenBuckets } from './token-buckets.ts';

/** When a unit may try again: by then it has half a minute's reports more. */
export const RETRY_AFTER_SECONDS = 30;

/** What a unit that has just come from another bridge has stored at once: its ping and what it reports of a configuration, and an alarm with what belongs to it. */
const LEAST = { reports: 8, events: 3 };

/**
 * How much of a unit is stored. An event may be an alarm: events have a higher rate of their own, so that no flood of other
 * reports delays them. The rates belong to the unit, so a new connection does not renew them,
 * also not one to another bridge.
 */
export class UnitRates {
  readonly #logins: TokenBuckets;
  readonly #reports: TokenBuckets;
  readonly #events: TokenBuckets;
  readonly #downloads: TokenBuckets;
  readonly #notes = new TokenBuckets({ burst: 1, perMinute: 1 });

  constructor({
    loginRate,
    reportRate,
    eventRate,
    downloadRate,
  }: Pick<BridgeConfig, 'loginRate' | 'reportRate' | 'eventRate' | 'downloadRate'>) {
    this.#logins = new TokenBuckets(loginRate);
    this.#reports = new TokenBuckets(reportRate);
    this.#events = new TokenBuckets(eventRate);
    this.#downloads = new TokenBuckets(downloadRate);
  }

  /** False if the unit, which is who it claims to be, has to log in later. */
  admitsLogin(UnitSerNum: string, now: number): boolean {
    return this.#logins.take(UnitSerNum, now);
  }

  /** The unit comes from another bridge, where it connected at `since`. What it has reported there is unknown: it may have used up all that it had then. */
  cameFromElsewhere(UnitSerNum: string, since: number, now: number): void {
    this.#reports.earnedSince(UnitSerNum, since, now, LEAST.reports);
    this.#events.earnedSince(UnitSerNum, since, now, LEAST.events);
  }

  /** False if the unit has to send this report later. */
  admits(UnitSerNum: string, { type }: UnitReport | CommandResult, now: number): boolean {
    return (type === 'event' ? this.#events : this.#reports).take(UnitSerNum, now);
  }

  /** False if the table was read too often for the download of the unit. */
  admitsDownload(UnitSerNum: string, now: number): boolean {
    return this.#downloads.take(UnitSerNum, now);
  }

  /** True once a minute: a flood is one entry in the log of invalid messages. */
  isNoted(UnitSerNum: string, now: number): boolean {
    return this.#notes.take(UnitSerNum, now);
  }

  sweep(now: number): void {
    for (const buckets of [this.#logins, this.#reports, this.#events, this.#downloads, this.#notes]) buckets.sweep(now);
  }
}
