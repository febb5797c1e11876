import { SECOND } from '#core/time.ts';
import { settledWithin } from '#data/kit/settled-within.ts';
import { Turns } from './turns.ts';

/** Longer than a login takes while the table and the queue answer. */
const LONGEST_TURN_MS = 5 * SECOND;

/**
 * The logins that wait for their turn. Few are under way at once, so that the calls of the table stay short and the work between two turns of the
 * event loop does too: the alarm of a unit that is in waits behind no crowd of logins. Each address has a few of those that wait for these
 * turns, so the logins of one address do not hold up all others. A login that hangs passes its turn on, so it does not hold them up either.
 */
export class LoginLine {
  readonly #ofAddress: Turns;
  readonly #ofAll: Turns;
  readonly #longestTurn: number;

  constructor(atOnceOfAddress: number, atOnce: number, longestTurn = LONGEST_TURN_MS) {
    this.#ofAddress = new Turns(atOnceOfAddress);
    this.#ofAll = new Turns(atOnce);
    this.#longestTurn = longestTurn;
  }

  /** Runs the whole login when it is its turn. */
  take<Result>(address: string, login: () => Promise<Result>): Promise<Result> {
    return this.#ofAddress.take(address, async () => {
      let running: Promise<Result> | undefined;
      await this.#ofAll.take('', () => {
        running = login();
        return settledWithin(running, this.#longestTurn);
      });
      return running!;
    });
  }
}
