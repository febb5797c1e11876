import { z } from 'zod';

/** The address of a server, and its origin. The policy of the pages names the origin, so nothing else may get into it. */
const SERVER = /^((?:wss:\/\/[a-z0-9.-]+|ws:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?)(?:\/[\w./-]*)?$/;

/** The addresses of the telephone system's two servers, separated by a comma. Empty: it is not set up. */
export const StationServers = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .refine(
    (servers) => servers.length <= 2 && servers.every((server) => SERVER.test(server)),
    'at most two addresses that start with wss://, separated by a comma',
  );

/** The origins that browsers connect to. */
export const originsOf = (servers: readonly string[]): string[] => servers.map((server) => SERVER.exec(server)![1]!);
