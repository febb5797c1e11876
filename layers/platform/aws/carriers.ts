import { setTimeout as sleep } from 'node:timers/promises';
import { type Carriers, carriersFor } from '#adapters/carriers/carriers-for.ts';
import { systemClock } from '#adapters/carriers/clock.ts';
import { CarrierSecrets, CarriersConfig } from '#adapters/carriers/config.ts';
import { earliestStart, type Lease, recentReleases } from '#adapters/carriers/pace.ts';
import { AccountBusy } from '#adapters/carriers/wanted.ts';
import { carrierChangeStore, carrierTurnStore } from '#data/sims/carriers.ts';
import { askingDealer } from '../session/asking-dealer.ts';
import { env } from './env.ts';
import { logger } from './observability.ts';
import { secret } from './secret.ts';

/** How long a caller waits for its turn before it is refused as busy. */
const TURN_TIMEOUT_MS = 15_000;
const TURN_POLL_MS = 50;

/** The lease on a carrier's account, kept in the table: one call at a time over all function instances, and dealers take turns. */
const tableLease: Lease = {
  async acquire(account) {
    const asker = String(askingDealer() ?? 'portal');
    for (const asked = performance.now(); performance.now() - asked < TURN_TIMEOUT_MS; await sleep(TURN_POLL_MS)) {
      const turn = await carrierTurnStore.take(account, asker, Date.now());
      if (!turn) continue;
      const wait = earliestStart(turn.releases, Date.now()) - Date.now();
      if (wait > 0) await systemClock.sleep(wait);
      return () => carrierTurnStore.release(account, turn.holder, [...recentReleases(turn.releases, Date.now())]);
    }
    throw new AccountBusy();
  },
};

let made: Promise<Carriers> | undefined;

/** The carriers with the portal's credentials, made once per instance. */
export function carriers(): Promise<Carriers> {
  made ??= make().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function make(): Promise<Carriers> {
  const secrets = CarrierSecrets.parse(await secret('CARRIERS_SECRET'));
  const missing = Object.entries(secrets).flatMap(([name, credentials]) => (credentials ? [] : [name]));
  if (missing.length > 0) logger.warn('Carriers whose credentials are not filled in are not asked', { missing });
  const config = CarriersConfig.parse({
    controlCenterAttUrl: env('CONTROL_CENTER_ATT_URL'),
    controlCenterTelusUrl: env('CONTROL_CENTER_TELUS_URL'),
    thingSpaceUrl: env('THINGSPACE_URL'),
    secrets,
  });
  return carriersFor(config, {
    lease: tableLease,
    ledger: { record: (entry) => carrierChangeStore.record(entry) },
    log: {
      warn: (message, facts) => logger.warn(message, facts),
      error: (message, facts) => logger.error(message, facts),
    },
  });
}
