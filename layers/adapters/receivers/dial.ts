import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface Dialling {
  /** Only where the whole portal runs on one machine. */
  privateAllowed: boolean;
  timeoutMs: number;
}

class PrivateAddress extends Error {
  constructor() {
    super('The address belongs to a private network');
  }
}

/** Throws if the host is an IP address of a private network. Names are checked by `lookupFor`, when they are resolved for the connection. */
export function requirePublicHost(host: string, { privateAllowed }: Pick<Dialling, 'privateAllowed'>): void {
  if (!privateAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress();
}

/** Resolves a name for a connection, to public addresses only. The connection uses the addresses that were checked. */
export const lookupFor =
  ({ privateAllowed }: Pick<Dialling, 'privateAllowed'>): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [], 0);
      const addresses = found.filter(({ address }) => privateAllowed || isPublicAddress(address));
      const [first] = addresses;
      if (!first) return callback(new PrivateAddress(), [], 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
