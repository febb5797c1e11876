/**
 * For the ports of a whole portal, beside a running portal on the usual ports and other runs of these tests. All are below
 * 32768, where the system's own ports begin.
 */
export const portOffset = (): number => 11_000 + (process.pid % 11_000);
