import type { OpenSession } from './open-session.ts';

/**
 * The connections that have not logged in. A unit logs in at once, so the oldest without a login only take a place: where there are too many
 * of an address, or no place is left, they make place. A login that waits for its decision keeps its place: a unit whose connection ends
 * dials again, and a slow table would never get to the end of its logins.
 */
export class Unidentified {
  readonly #mostOfAddress: number;
  readonly #addressOf = new Map<OpenSession, string>();
  /** The connections of each address, oldest first. */
  readonly #byAddress = new Map<string, Set<OpenSession>>();
  /** At each number the addresses that have so many connections. The last number has some. */
  readonly #addressesWith: Set<string>[] = [new Set()];

  constructor(mostOfAddress: number) {
    this.#mostOfAddress = mostOfAddress;
  }

  get size(): number {
    return this.#addressOf.size;
  }

  add(session: OpenSession, address: string): void {
    const ofAddress = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, ofAddress.add(session));
    this.#addressOf.set(session, address);
    this.#count(address, ofAddress.size - 1, ofAddress.size);
    if (ofAddress.size > this.#mostOfAddress) this.#endOneOf(ofAddress);
  }

  delete(session: OpenSession): void {
    const address = this.#addressOf.get(session);
    if (address === undefined) return;
    this.#addressOf.delete(session);
    const ofAddress = this.#byAddress.get(address)!;
    ofAddress.delete(session);
    this.#count(address, ofAddress.size + 1, ofAddress.size);
    if (ofAddress.size === 0) this.#byAddress.delete(address);
  }

  /** Ends one of the address that has most of them. False if there is none. */
  endOne(): boolean {
    const [address] = this.#addressesWith.at(-1)!;
    if (address === undefined) return false;
    this.#endOneOf(this.#byAddress.get(address)!);
    return true;
  }

  /** Ends the oldest that sent no login; the newest if all sent theirs. */
  #endOneOf(sessions: ReadonlySet<OpenSession>): void {
    const oldestFirst = [...sessions];
    const one = oldestFirst.find(({ isQuiet }) => isQuiet) ?? oldestFirst.at(-1)!;
    this.delete(one);
    one.end('refused');
  }

  #count(address: string, before: number, after: number): void {
    const having = this.#addressesWith;
    having[before]!.delete(address);
    if (after > 0) {
      having[after] ??= new Set();
      having[after].add(address);
    }
    while (having.length > 1 && having.at(-1)!.size === 0) having.pop();
  }
}
