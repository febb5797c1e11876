import { expect, test } from 'vitest';
import { addressSubject } from '#platform/http/address-subject.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:db8:0:1:aaaa::9', '2001:db8:0:0::/56'],
  ['2001:db8:0:ff::9', '2001:db8:0:0::/56'],
  ['2001:0DB8:0000:01ff:ffff:ffff:ffff:ffff', '2001:db8:0:100::/56'],
  ['2001:db8:0:100::9', '2001:db8:0:100::/56'],
  ['2001:db8::9', '2001:db8:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['1::', '1:0:0:0::/56'],
  ['what:is:this', 'what:is:this'],
])('counts attempts from %s for %s', (address, subject) => expect(addressSubject(address)).toBe(subject));
