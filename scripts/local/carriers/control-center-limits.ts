/** One open call and five a second per account (Control Center's getting-started guide). */
const IN_FLIGHT = 1;
const PER_SECOND = 5;

/** Counts the calls of each account, and refuses those above the limits. */
export function callLimits(now: () => number) {
  const accounts = new Map<string, { inFlight: number; starts: number[] }>();

  return {
    /** Returns a function to call at the end of the call; undefined if the call is above the limits. */
    enter(account: string): (() => void) | undefined {
      const calls = accounts.get(account) ?? { inFlight: 0, starts: [] };
      accounts.set(account, calls);
      calls.starts = calls.starts.filter((start) => start > now() - 1000);
      if (calls.inFlight >= IN_FLIGHT || calls.starts.length >= PER_SECOND) return undefined;
      calls.inFlight += 1;
      calls.starts.push(now());
      return () => {
        calls.inFlight -= 1;
      };
    },
  };
}
