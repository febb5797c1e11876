import type { BridgeConfig } from './config.ts';
import type { Owner, Ports } from './ports.ts';
import type { Sessions } from './session/sessions.ts';

/** Keeps the lease of this bridge, and reads now and then whether other bridges have taken its units. */
export class Presence {
  readonly #config: BridgeConfig & Owner;
  readonly #ports: Ports;
  readonly #sessions: Sessions;
  readonly #now: () => number;
  #leaseUntil = 0;
  /** The claims of the present round that are still to be checked. */
  #unchecked: Sessions['claims'] = [];
  /** How many of them are checked with each renewal. */
  #share = 0;

  constructor(config: BridgeConfig & Owner, ports: Ports, sessions: Sessions, now: () => number) {
    this.#config = config;
    this.#ports = ports;
    this.#sessions = sessions;
    this.#now = now;
  }

  /**
   * Renews the lease, then checks the next share of the claims. While the table cannot be reached, the units stay connected: their
   * reports are still stored. After a lapse all claims are checked, since units may have connected elsewhere meanwhile.
   */
  async renew(): Promise<void> {
    const { bridgeId, bridgeAddress, leaseMs, leaseRenewalIntervalMs, claimCheckMs } = this.#config;
    const now = this.#now();
    const lapsed = this.#leaseUntil <= now;
    await this.#ports.leases.renew({ bridgeId, bridgeAddress }, now + leaseMs);
    this.#leaseUntil = now + leaseMs;
    if (lapsed) this.#beginRound(1);
    else if (this.#unchecked.length === 0) this.#beginRound(claimCheckMs / leaseRenewalIntervalMs);
    // Claims whose check fails stay in the round, so the next renewal checks them again.
    const share = this.#unchecked.slice(0, this.#share);
    await this.#sessions.closeTaken(share);
    this.#unchecked = this.#unchecked.slice(share.length);
  }

  async end(): Promise<void> {
    try {
      await this.#ports.leases.end(this.#config.bridgeId);
    } catch (error) {
      this.#ports.log('warn', 'The lease was not ended; it will expire', { error: String(error) });
    }
  }

  #beginRound(renewals: number): void {
    this.#unchecked = this.#sessions.claims;
    this.#share = Math.ceil(this.#unchecked.length / renewals);
  }
}
