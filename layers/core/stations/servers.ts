import { z } from 'zod';

const isServer = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The policy of the pages names the origin, so a password or a quote must not get into it.
  return (
    url !== undefined &&
    /^[a-z0-9.-]+$/.test(url.hostname) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    (url.protocol === 'wss:' || (url.protocol === 'ws:' && ['localhost', '127.0.0.1'].includes(url.hostname)))
  );
};

/** The addresses of the telephone system's two servers, separated by a comma. Empty: it is not set up. */
export const StationServers = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .refine(
    (servers) => servers.length <= 2 && servers.every(isServer),
    'at most two addresses that start with wss://, separated by a comma',
  );

/** The origins that browsers connect to. */
export const originsOf = (servers: readonly string[]): string[] => servers.map((server) => new URL(server).origin);
