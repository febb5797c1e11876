import { AppError } from '#core/errors.ts';
import type { Clock } from './carrier.ts';

/** Control Center takes one call at a time and five a second per account, over all who use it (getting started guide). */
export const CALLS_PER_WINDOW = 5;
/** A second, and a little for clocks that differ from process to process. */
export const WINDOW = 1_050;

export type Release = () => Promise<void>;

/** The right to make one call on a carrier's account. Who holds it is alone; who gets it need not wait any more. */
export interface Lease {
  acquire(account: string): Promise<Release>;
}

/**
 * When the next call may start, given when earlier ones were released (milliseconds, oldest first). Counted from the
 * end of calls: the carrier saw a call before its end, so the pace holds however long the way there takes.
 */
export function earliestStart(releases: readonly number[], now: number): number {
  const fifthLast = releases.at(-CALLS_PER_WINDOW);
  return fifthLast === undefined ? now : Math.max(now, fifthLast + WINDOW);
}

/** The releases that still matter for the next start. */
export const remembered = (releases: readonly number[], released: number) =>
  [...releases, released].slice(-CALLS_PER_WINDOW);

interface Options {
  clock: Clock;
  /** Milliseconds that a caller waits for its turn before it is told that the carrier is busy. */
  patience?: number;
}

interface Account {
  releases: readonly number[];
  turn: Promise<void>;
}

/** A lease among the callers of this process: first come, first served. */
export function inProcessLease({ clock, patience = 20_000 }: Options): Lease {
  const accounts = new Map<string, Account>();

  return {
    async acquire(name) {
      const account = accounts.get(name) ?? { releases: [], turn: Promise.resolve() };
      accounts.set(name, account);

      const asked = clock.now();
      const before = account.turn;
      const { promise, resolve: endTurn } = Promise.withResolvers<void>();
      account.turn = promise;

      await before;
      const start = earliestStart(account.releases, clock.now());
      if (start - asked > patience) {
        endTurn();
        throw new AppError('TOO_MANY', 'The carrier is busy. Try again in a moment');
      }
      if (start > clock.now()) await clock.sleep(start - clock.now());

      return async () => {
        account.releases = remembered(account.releases, clock.now());
        endTurn();
      };
    },
  };
}

/** Makes one call under the lease. */
export async function paced<T>(lease: Lease, account: string, call: () => Promise<T>): Promise<T> {
  const release = await lease.acquire(account);
  try {
    return await call();
  } finally {
    await release();
  }
}
