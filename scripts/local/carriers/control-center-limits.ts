/** One call in flight and five a second per account, as Control Center's getting-started guide has it. */
const IN_FLIGHT = 1;
const PER_SECOND = 5;

/** Counts the calls of each account; who comes too early or too often is told so by `enter`. */
export function callLimits(now: () => number) {
  const accounts = new Map<string, { inFlight: number; starts: number[] }>();

  return {
    /** Undefined when the call is one too many; else to be called when it is over. */
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
