/** Control Center takes one call at a time and five a second per account, from all clients together (getting started guide). */
export const CALLS_PER_WINDOW = 5;
/** A second, plus a margin for clocks that differ between processes. */
export const WINDOW_MS = 1_050;

export type Release = () => Promise<void>;

/** The right to make one call on a carrier's account. It has one holder at a time, who may call at once. */
export interface Lease {
  acquire(account: string): Promise<Release>;
}

/**
 * When the next call may start, given when earlier ones were released (milliseconds, oldest first). It counts from the
 * end of calls: the carrier received a call before its end, so the pace holds on a slow network too. A release that a clock which was ahead put into
 * the future holds up nobody for longer than a window.
 */
export function earliestStart(releases: readonly number[], now: number): number {
  const fifthLast = releases.at(-CALLS_PER_WINDOW);
  return fifthLast === undefined ? now : Math.min(Math.max(now, fifthLast + WINDOW_MS), now + WINDOW_MS);
}

/** The releases that still matter for the next start. */
export const recentReleases = (releases: readonly number[], released: number) =>
  [...releases, released].slice(-CALLS_PER_WINDOW);

/** Makes one call under the lease. */
export async function paceCall<T>(lease: Lease, account: string, call: () => Promise<T>): Promise<T> {
  const release = await lease.acquire(account);
  try {
    return await call();
  } finally {
    await release();
  }
}
