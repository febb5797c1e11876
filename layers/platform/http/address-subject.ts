/**
 * Whom tries from an address are counted for. A household or a rented machine is given a whole /64 of IPv6 (RFC 6177), so that its first
 * four hextets are one subject: `2001:db8:0:1::/64`. An IPv4 address is itself, also where it is written as an IPv6 one.
 */
export function addressSubject(address: string): string {
  if (!address.includes(':')) return address;
  // The URL parser writes every IPv6 address in one way, an IPv4 address within it as two hextets. It takes no zones.
  const canonical = URL.parse(`http://[${address.split('%')[0]}]`)?.hostname.slice(1, -1);
  if (!canonical) return address;
  const hextets = hextetsOf(canonical);
  if (hextets.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(hextets.slice(6));
  return `${hextets.slice(0, 4).join(':')}::/64`;
}

function hextetsOf(canonical: string): string[] {
  const [before = [], after = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

const dotted = (hextets: readonly string[]) =>
  hextets
    .map((hextet) => Number.parseInt(hextet, 16))
    .flatMap((value) => [value >> 8, value & 0xff])
    .join('.');
