import type { Clock } from '#adapters/carriers/carrier.ts';
import { earliestStart, type Lease, recentReleases } from '#adapters/carriers/pace.ts';

/** A lease between the callers of this process, in order of their requests. */
export function inProcessLease(clock: Clock): Lease {
  const accounts = new Map<string, { releases: readonly number[]; turn: Promise<void> }>();

  return {
    async acquire(name) {
      const account = accounts.get(name) ?? { releases: [], turn: Promise.resolve() };
      accounts.set(name, account);
      const before = account.turn;
      const { promise, resolve: endTurn } = Promise.withResolvers<void>();
      account.turn = promise;

      await before;
      const start = earliestStart(account.releases, clock.now());
      if (start > clock.now()) await clock.sleep(start - clock.now());
      return async () => {
        account.releases = recentReleases(account.releases, clock.now());
        endTurn();
      };
    },
  };
}
