import { HOUR, MINUTE } from '#core/time.ts';
import type { RefusalReason } from '#protocol/errors.ts';
import type { Admission, Log, RefusalCounts, RefusalSubject } from '../ports.ts';
import { TokenBuckets } from './token-buckets.ts';

/** A subject over its limit is refused for this long without asking the table. */
const BLOCKED_MS = MINUTE;
/** As long as the window of the limits. */
const SUSPECTED_MS = HOUR;

/** Who knows the unit does not guess: units that are out of service, have no proof yet or have a wrong clock must not lock out others at their address. */
const IS_GUESS: Record<RefusalReason, boolean> = {
  unknownUnit: true,
  imeiMismatch: true,
  modelMismatch: true,
  badProof: true,
  outOfService: false,
  bootCountLost: false,
  noProof: false,
  missingProof: false,
  staleProof: false,
  tooManyRefusals: false,
  tooManyLogins: false,
};

/** What is known about a login before its unit is read. */
export interface Suspicion {
  readonly subjects: readonly RefusalSubject[];
  /** Over their limit: only a right proof may be accepted. None: the login is decided. */
  readonly blockedBy: readonly RefusalSubject[];
  /** The subjects for which this login is counted already. */
  readonly counted: readonly RefusalSubject[];
}

/**
 * Makes guessing slow: logins that guess are counted by address and by unit, for all bridges. A login is counted before its unit is read if
 * this bridge has found its address or unit over the limit, or decides another login of the unit. Others cost no write unless they guess.
 */
export class Refusals {
  readonly #counts: RefusalCounts;
  readonly #log: Log;
  /** When a subject was last over its limit. */
  readonly #overAt = new Map<string, number>();
  /** How many logins are being decided, by unit. Not by address: the units of one carrier reconnect together. */
  readonly #deciding = new Map<string, number>();

  readonly #notes = new TokenBuckets({ burst: 1, perMinute: 1 });

  constructor(counts: RefusalCounts, log: Log) {
    this.#counts = counts;
    this.#log = log;
  }

  /** Each call is followed by one of `after`. */
  async before(subjects: readonly RefusalSubject[], now: number): Promise<Suspicion> {
    const suspects = subjects.filter((one) => this.#overAt.has(keyOf(one)) || this.#deciding.has(keyOf(one)));
    this.#decide(subjects, 1);
    const blockedBy = suspects.filter((subject) => now - (this.#overAt.get(keyOf(subject)) ?? 0) < BLOCKED_MS);
    if (blockedBy.length > 0) return { subjects, blockedBy, counted: [] };
    const results = await Promise.all(suspects.map((subject) => this.#count(subject, now)));
    const counted = suspects.filter((_, index) => results[index]);
    if (counted.length === suspects.length) return { subjects, blockedBy, counted };
    await this.#uncount(counted);
    return { subjects, blockedBy: suspects.filter((_, index) => !results[index]), counted: [] };
  }

  /** Counts the login if it guessed, and uncounts it otherwise. No admission: its unit was not read. */
  async after(
    { subjects, blockedBy, counted }: Suspicion,
    admission: Admission | undefined,
    now: number,
  ): Promise<void> {
    const isGuess = admission && !admission.accepted && IS_GUESS[admission.reason];
    if (!isGuess) await this.#uncount(counted);
    else if (blockedBy.length === 0) {
      await Promise.all(subjects.filter((one) => !counted.includes(one)).map((subject) => this.#count(subject, now)));
    }
    this.#decide(subjects, -1);
  }

  /** True once a minute and address: refusals without a look at the unit are one entry in the log of invalid messages. */
  isNoted(address: string, now: number): boolean {
    return this.#notes.take(address, now);
  }

  sweep(now: number): void {
    this.#notes.sweep(now);
    for (const [key, at] of this.#overAt) if (now - at > SUSPECTED_MS) this.#overAt.delete(key);
  }

  #decide(subjects: readonly RefusalSubject[], change: 1 | -1): void {
    for (const key of subjects.filter(({ kind }) => kind !== 'address').map(keyOf)) {
      const count = (this.#deciding.get(key) ?? 0) + change;
      if (count > 0) this.#deciding.set(key, count);
      else this.#deciding.delete(key);
    }
  }

  async #uncount(counted: readonly RefusalSubject[]): Promise<void> {
    await Promise.all(counted.map((subject) => this.#attempt(() => this.#counts.undo(subject))));
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
