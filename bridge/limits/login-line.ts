import { SECOND } from '#core/time.ts';
import { settledWithin } from '#data/kit/settled-within.ts';
import { Turns } from './turns.ts';

/** Longer than a login takes while the table and the queue answer. */
const LONGEST_TURN_MS = 5 * SECOND;

interface LoginLimits {
  /** Logins of one address that are under way, or wait for a turn of all. */
  readonly ofAddress: number;
  /** Logins that have a turn. */
  readonly atOnce: number;
  /** Logins under way, also those that have passed their turn on. */
  readonly underWay: number;
  /** Logins under way and waiting. */
  readonly inAll: number;
}

/**
 * The logins that wait for their turn. Few are under way at once, so that the calls of the table stay short and the work between two turns of the
 * event loop does too: the alarm of a unit that is in waits behind no crowd of logins. Each address has a few of those that wait for these
 * turns, so the logins of one address do not hold up all others. A login that hangs passes its turn on, so it does not hold them up either, until too
 * many hang: each holds memory.
 */
export class LoginLine {
  readonly #ofAddress: Turns;
  readonly #ofAll: Turns;
  readonly #underWay: Turns;
  readonly #most: number;
  readonly #longestTurn: number;
  #size = 0;

  constructor({ ofAddress, atOnce, underWay, inAll }: LoginLimits, longestTurn = LONGEST_TURN_MS) {
    this.#ofAddress = new Turns(ofAddress);
    this.#ofAll = new Turns(atOnce);
    this.#underWay = new Turns(underWay);
    this.#most = inAll;
    this.#longestTurn = longestTurn;
  }

  /** True if no more logins may wait. A connection that closes keeps its place until its turn. */
  get isFull(): boolean {
    return this.#size >= this.#most;
  }

  /** Runs the whole login when it is its turn. */
  async take<Result>(address: string, login: () => Promise<Result>): Promise<Result> {
    this.#size += 1;
    try {
      return await this.#ofAddress.take(address, () => this.#takeOfAll(login));
    } finally {
      this.#size -= 1;
    }
  }

  async #takeOfAll<Result>(login: () => Promise<Result>): Promise<Result> {
    let running: Promise<Result> | undefined;
    await this.#ofAll.take('', () => {
      running = this.#underWay.take('', login);
      return settledWithin(running, this.#longestTurn);
    });
    return running!;
  }
}
