import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#adapters/receivers/public-address.ts';

describe('addresses that receivers may have', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '10.0.0.5', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00:ec2::254', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
    ...['64:ff9b::a00:5', '2002:a00:5::1', 'localhost', ''],
  ])('"%s" is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
