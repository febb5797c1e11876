import { networkInterfaces } from 'node:os';

/** An IPv4 address by which other machines reach this one; a task's link-local metadata address is none. */
export function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const reachable = addresses.find(
    ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
  );
  return reachable?.address ?? '127.0.0.1';
}
