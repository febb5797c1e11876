import type { Log } from '../ports.ts';

/** Writes log lines as JSON to the standard output. */
export const jsonLog =
  (bridgeId: string): Log =>
  (level, message, facts) =>
    console.log(
      JSON.stringify({ level, time: new Date().toISOString(), service: 'bridge', bridgeId, message, ...facts }),
    );
