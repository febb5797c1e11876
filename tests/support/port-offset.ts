/**
 * For the ports of a whole portal, beside one that somebody runs on the usual ports, and beside other runs of these tests; all below
 * 32768, where the system begins to hand out ports.
 */
export const portOffset = (): number => 11_000 + (process.pid % 11_000);
