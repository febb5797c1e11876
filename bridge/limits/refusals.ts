import { HOUR, MINUTE } from '#core/time.ts';
import type { Log, RefusalCounts, RefusalSubject } from '../ports.ts';
import { TokenBuckets } from './token-buckets.ts';

/** A subject over its limit is refused for this long without asking the table. */
const BLOCKED_MS = MINUTE;
/** As long as the window of the limits. */
const SUSPECTED_MS = HOUR;

/** What is known about a login before its unit is read. */
export interface Suspicion {
  /** Only a right proof may be accepted. */
  readonly blocked: boolean;
  /** The subjects for which this login is counted already. */
  readonly counted: readonly RefusalSubject[];
}

/**
 * Makes guessing slow: refused logins are counted by address and by unit, for all bridges. A subject that this bridge has found over
 * its limit is counted before its unit is read, so that no more guesses than the limit are answered. Others cost no write unless they are refused.
 */
export class Refusals {
  readonly #counts: RefusalCounts;
  readonly #log: Log;
  /** When a subject was last over its limit. */
  readonly #overAt = new Map<string, number>();

  readonly #notes = new TokenBuckets({ burst: 1, perMinute: 1 });

  constructor(counts: RefusalCounts, log: Log) {
    this.#counts = counts;
    this.#log = log;
  }

  async before(subjects: readonly RefusalSubject[], now: number): Promise<Suspicion> {
    const suspects = subjects.filter((subject) => this.#overAt.has(keyOf(subject)));
    if (suspects.some((subject) => now - this.#overAt.get(keyOf(subject))! < BLOCKED_MS)) {
      return { blocked: true, counted: [] };
    }
    const results = await Promise.all(suspects.map((subject) => this.#count(subject, now)));
    return { blocked: results.includes(false), counted: suspects };
  }

  /** Counts a login that was refused. */
  async refused(subjects: readonly RefusalSubject[], { blocked, counted }: Suspicion, now: number): Promise<void> {
    if (blocked) return;
    await Promise.all(subjects.filter((one) => !counted.includes(one)).map((subject) => this.#count(subject, now)));
  }

  /** Uncounts a login that was accepted. */
  async accepted({ counted }: Suspicion): Promise<void> {
    await Promise.all(counted.map((subject) => this.#attempt(() => this.#counts.undo(subject))));
  }

  /** True once a minute and address: refusals without a look at the unit are one entry in the log of invalid messages. */
  isNoted(address: string, now: number): boolean {
    return this.#notes.take(address, now);
  }

  sweep(now: number): void {
    this.#notes.sweep(now);
    for (const [key, at] of this.#overAt) if (now - at > SUSPECTED_MS) this.#overAt.delete(key);
  }

  async #count(subject: RefusalSubject, now: number): Promise<boolean> {
    const isWithin = (await this.#attempt(() => this.#counts.count(subject))) ?? true;
    if (!isWithin) this.#overAt.set(keyOf(subject), now);
    return isWithin;
  }

  /** Without the counts units are still served. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#log('warn', 'A refused login was not counted', { error: String(error) });
      return undefined;
    }
  }
}

const keyOf = ({ kind, value }: RefusalSubject) => `${kind} ${value}`;
