import type { Claim } from '#protocol/command-port.ts';
import { signedHeaders } from '#protocol/command-port-signature.ts';
import type { Log, Owner } from '../ports.ts';

const REQUEST_TIMEOUT_MS = 3_000;

/** Sends to other bridges. */
export interface Neighbours {
  /** Tells a bridge that a newer connection has taken a unit from it. If that fails, the bridge notices when it next checks its claims. */
  superseded(owner: Owner, claim: Claim): void;
}

/** Sends to the command ports of other bridges. */
export const neighboursOverHttp = (commandSecret: string, log: Log): Neighbours => ({
  superseded(owner, claim) {
    const path = '/superseded';
    const body = JSON.stringify(claim);
    fetch(`${owner.bridgeAddress}${path}`, {
      method: 'POST',
      headers: signedHeaders(commandSecret, { method: 'POST', path, body }, Date.now()),
      body,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch((error: unknown) =>
      log('info', 'The bridge that held the unit before did not answer', { ...owner, error: String(error) }),
    );
  },
});
