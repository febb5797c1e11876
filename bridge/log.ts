import type { Log } from './ports.ts';

/** Log lines as JSON on the standard output, one event each. */
export const jsonLog =
  (bridgeId: string): Log =>
  (level, message, facts) =>
    console.log(
      JSON.stringify({ level, time: new Date().toISOString(), service: 'bridge', bridgeId, message, ...facts }),
    );
