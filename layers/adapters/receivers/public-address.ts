import { BlockList, isIP } from 'node:net';

/** Addresses of machines that are not on the public Internet. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Where a cloud tells a machine its credentials.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv4');
/** The part of IPv6 that is routed. */
const ROUTED = new BlockList();
ROUTED.addSubnet('2000::', 3, 'ipv6');
/** In the routed part, and still not public: tunnels that contain an IPv4 address, and examples. */
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv6');

/** True for an IP address of the public Internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  return version === 6 && ROUTED.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6');
}
