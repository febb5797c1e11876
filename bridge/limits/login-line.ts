import { SECOND } from '#core/time.ts';
import { settledWithin } from '#data/kit/settled-within.ts';

/** Longer than a login takes while the table and the queue answer. */
const LONGEST_TURN_MS = 5 * SECOND;

interface LoginLimits {
  /** Logins that have a turn. */
  readonly atOnce: number;
  /** Logins under way, also those that have passed their turn on. */
  readonly underWay: number;
}

/** The place of a login in the line. */
interface Place<Result> {
  /** Resolves to undefined if the login has left before its turn. */
  readonly done: Promise<Result | undefined>;
  /** Gives the place up. No effect once the login has begun. */
  leave(): void;
}

/** Runs a login, and never rejects. */
type Begin = () => Promise<void>;

/**
 * The logins that wait for their turn. Few are under way at once, so that the calls of the table stay short and the work between two turns of the
 * event loop does too: the alarm of a unit that is in waits behind no crowd of logins. Addresses take turns, so one with many
 * logins does not hold up the others. A login that hangs passes its turn on, so it does not hold them up either, until too many hang: each holds memory.
 * A connection that closes leaves the line, so no more logins wait than there are open connections.
 */
export class LoginLine {
  readonly #limits: LoginLimits;
  readonly #longestTurn: number;
  /** By address, oldest first. The first address has the next turn, then goes to the end. */
  readonly #waiting = new Map<string, Set<Begin>>();
  #turns = 0;
  #underWay = 0;

  constructor(limits: LoginLimits, longestTurn = LONGEST_TURN_MS) {
    this.#limits = limits;
    this.#longestTurn = longestTurn;
  }

  /** The logins that wait for their turn. */
  get length(): number {
    return [...this.#waiting.values()].reduce((total, { size }) => total + size, 0);
  }

  /** Runs the whole login when it is its turn. */
  enter<Result>(address: string, login: () => Promise<Result>): Place<Result> {
    const { promise: done, resolve, reject } = Promise.withResolvers<Result | undefined>();
    const begin = () => login().then(resolve, reject);
    const ofAddress = this.#waiting.get(address) ?? new Set();
    this.#waiting.set(address, ofAddress.add(begin));
    this.#beginNext();
    return {
      done,
      leave: () => {
        if (this.#remove(address, begin)) resolve(undefined);
      },
    };
  }

  /** False if it does not wait. */
  #remove(address: string, begin: Begin): boolean {
    const ofAddress = this.#waiting.get(address);
    if (!ofAddress?.delete(begin)) return false;
    if (ofAddress.size === 0) this.#waiting.delete(address);
    return true;
  }

  #beginNext(): void {
    const { atOnce, underWay } = this.#limits;
    while (this.#turns < atOnce && this.#underWay < underWay) {
      const begin = this.#next();
      if (!begin) return;
      void this.#run(begin);
    }
  }

  /** Takes the oldest login of the address whose turn it is out of the line. */
  #next(): Begin | undefined {
    for (const [address, ofAddress] of this.#waiting) {
      const [begin] = ofAddress;
      this.#waiting.delete(address);
      ofAddress.delete(begin!);
      if (ofAddress.size > 0) this.#waiting.set(address, ofAddress);
      return begin;
    }
    return undefined;
  }

  async #run(begin: Begin): Promise<void> {
    this.#turns += 1;
    this.#underWay += 1;
    const running = begin().finally(() => {
      this.#underWay -= 1;
      this.#beginNext();
    });
    await settledWithin(running, this.#longestTurn);
    this.#turns -= 1;
    this.#beginNext();
  }
}
