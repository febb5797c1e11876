import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** An IPv4 address by which other machines reach this one. A task's link-local metadata address is not such an address. */
export function ownAddress(): string {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const reachable = interfaces.find(
    ({ family, internal, address }) => family === 'IPv4' && !internal && ipaddr.parse(address).range() !== 'linkLocal',
  );
  return reachable?.address ?? '127.0.0.1';
}
