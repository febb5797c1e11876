import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult } from '#core/unit-messages/session.ts';
import type { BridgeConfig } from '../config.ts';
import { TokenBuckets } from './token-buckets.ts';

/** By then a unit may send half a minute's reports again. */
export const RETRY_AFTER_SECONDS = 30;

/**
 * How many reports of a unit are stored. An event may be an alarm: events have a higher rate of their own, so that no flood of other
 * reports delays them. The rates belong to the unit, so a new connection does not renew them.
 */
export class ReportRates {
  readonly #reports: TokenBuckets;
  readonly #events: TokenBuckets;
  readonly #notes = new TokenBuckets({ burst: 1, perMinute: 1 });

  constructor({ reportRate, eventRate }: Pick<BridgeConfig, 'reportRate' | 'eventRate'>) {
    this.#reports = new TokenBuckets(reportRate);
    this.#events = new TokenBuckets(eventRate);
  }

  /** False if the unit has to send this report later. */
  admits(UnitSerNum: string, { type }: UnitReport | CommandResult, now: number): boolean {
    return (type === 'event' ? this.#events : this.#reports).take(UnitSerNum, now);
  }

  /** True once a minute: a flood is one entry in the log of invalid messages. */
  isNoted(UnitSerNum: string, now: number): boolean {
    return this.#notes.take(UnitSerNum, now);
  }

  sweep(now: number): void {
    for (const buckets of [this.#reports, this.#events, this.#notes]) buckets.sweep(now);
  }
}
