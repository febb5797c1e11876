import type { OpenSession } from './open-session.ts';

/**
 * The connections that have not logged in, oldest first. A unit logs in at once, so the oldest are those that only take a place: where
 * there are too many of an address, or no place is left, a new connection replaces the oldest.
 */
export class Unidentified {
  readonly #mostOfAddress: number;
  readonly #addressOf = new Map<OpenSession, string>();
  readonly #byAddress = new Map<string, Set<OpenSession>>();

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
    if (ofAddress.size > this.#mostOfAddress) this.#endFirst(ofAddress);
  }

  delete(session: OpenSession): void {
    const address = this.#addressOf.get(session);
    if (address === undefined) return;
    this.#addressOf.delete(session);
    const ofAddress = this.#byAddress.get(address)!;
    ofAddress.delete(session);
    if (ofAddress.size === 0) this.#byAddress.delete(address);
  }

  /** False if there is none. */
  endOldest(): boolean {
    return this.#endFirst(this.#addressOf.keys());
  }

  #endFirst(sessions: Iterable<OpenSession>): boolean {
    for (const oldest of sessions) {
      this.delete(oldest);
      oldest.end('refused');
      return true;
    }
    return false;
  }
}
