import { Turns } from './turns.ts';

/**
 * The logins that wait for their turn. Few are under way at once, so that the calls of the table stay short and the work between two turns of the
 * event loop does too: the alarm of a unit that is in waits behind no crowd of logins. Each address has a few of those that wait for these
 * turns, so the logins of one address do not hold up all others.
 */
export class LoginLine {
  readonly #ofAddress: Turns;
  readonly #ofAll: Turns;

  constructor(atOnceOfAddress: number, atOnce: number) {
    this.#ofAddress = new Turns(atOnceOfAddress);
    this.#ofAll = new Turns(atOnce);
  }

  /** Runs the whole login when it is its turn. */
  take<Result>(address: string, login: () => Promise<Result>): Promise<Result> {
    return this.#ofAddress.take(address, () => this.#ofAll.take('', login));
  }
}
