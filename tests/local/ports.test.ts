import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { isFree } from '#local/ports.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listenOn(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const addresses = Object.values(networkInterfaces())
  .flatMap((one) => one ?? [])
  .filter(({ family }) => family === 'IPv4')
  .map(({ address }) => address);

// DynamoDB Local listens on all addresses, whichever one its clients use.
it.each(['0.0.0.0', ...addresses])('a port is not free if a program listens on it at %s', async (host) => {
  expect(await isFree(await listenOn(host))).toBe(false);
});
