import ipaddr from 'ipaddr.js';

/**
 * The subject that attempts from an address are counted for. A household has a /56 of IPv6 (RFC 6177), so its first seven bytes are
 * one subject: `2001:db8:0:100::/56`. An IPv4 address is its own subject, also when it is written as an IPv6 address.
 */
export function addressSubject(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const [first, second, third, fourth] = parsed.parts as [number, number, number, number];
  const network = [first, second, third, fourth & 0xff00].map((part) => part.toString(16));
  return `${network.join(':')}::/56`;
}
