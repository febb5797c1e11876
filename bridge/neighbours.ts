import type { Claim, Log, Owner } from './ports.ts';
import { signedHeaders } from './signature.ts';

const PATIENCE = 3_000;

/** The way to the other bridges. */
export interface Neighbours {
  /** Tells a bridge that a newer connection has taken a unit from it. Nobody waits: failing that, its next renewal finds out. */
  superseded(owner: Owner, claim: Claim): void;
}

/** Neighbours reached at their command ports. */
export const neighboursOverHttp = (commandSecret: string, log: Log): Neighbours => ({
  superseded(owner, claim) {
    const body = JSON.stringify(claim);
    fetch(`${owner.bridgeAddress}/superseded`, {
      method: 'POST',
      headers: signedHeaders(commandSecret, body, Date.now()),
      body,
      signal: AbortSignal.timeout(PATIENCE),
    }).catch((error: unknown) =>
      log('info', 'The bridge that held the unit before did not answer', { ...owner, error: String(error) }),
    );
  },
});
