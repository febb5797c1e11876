import ipaddr from 'ipaddr.js';

/**
 * The subject that attempts from an address are counted for. A household or a rented machine has a whole /64 of IPv6
 * (RFC 6177), so its first four parts are one subject: `2001:db8:0:1::/64`. An IPv4 address is its own subject, also
 * when it is written as an IPv6 address.
 */
export function addressSubject(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
