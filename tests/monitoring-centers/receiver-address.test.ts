import { describe, expect, it } from 'vitest';
import { isSipAddress, serverOf, sipAddress, sipLogin } from '#core/monitoring-centers/receiver-address.ts';

describe('an address of SIP', () => {
  it.each([
    ['sips:alarms@receiver.example.net:5071', 'sips:alarms@receiver.example.net:5071', 'TLS', 5071],
    ['sips:alarms@receiver.example.net', 'sips:alarms@receiver.example.net:5061', 'TLS', 5061],
    ['SIPS:+46701234567@[2001:db8::1]', 'sips:+46701234567@[2001:db8::1]:5061', 'TLS', 5061],
    ['sip:alarms@localhost:8113;transport=tcp', 'sip:alarms@localhost:8113;transport=tcp', 'TCP', 8113],
    ['sip:alarms@localhost;TRANSPORT=TCP', 'sip:alarms@localhost:5060;transport=tcp', 'TCP', 5060],
  ])('%s leads to %s', (text, uri, transport, port) => {
    expect(sipAddress(text)).toMatchObject({ uri, transport, port });
  });

  it('has the identities of the receiver and of the sender at it, without port and transport', () => {
    const address = sipAddress('sips:alarms@[2001:db8::1]:5071')!;
    expect(address.host).toBe('2001:db8::1');
    expect([address.identity, address.identityOf('watchkeep')]).toEqual([
      'sips:alarms@[2001:db8::1]',
      'sips:watchkeep@[2001:db8::1]',
    ]);
  });

  it.each([
    '',
    'alarms@receiver.example.net',
    'sips:receiver.example.net',
    'sip:alarms@receiver.example.net',
    'sips:alarms@receiver.example.net;transport=tcp',
    'sip:alarms@receiver.example.net;transport=udp',
    'sips:alarms@receiver.example.net:0',
    'sips:alarms@receiver.example.net:65536',
    'sips:alarms:password@receiver.example.net',
    'sips:alarms@receiver.example.net?subject=a',
    'sips:alarms@receiver.example.net\r\nX: 1',
    'sips:al arms@receiver.example.net',
    'sips:alarms@[::1',
    'sips:<alarms>@receiver.example.net',
    'https://receiver.example.net/',
  ])('is not "%s"', (text) => {
    expect(sipAddress(text)).toBeUndefined();
  });

  it('has TLS, except on one machine', () => {
    const overTcp = 'sip:alarms@localhost;transport=tcp';
    expect([isSipAddress(overTcp, true), isSipAddress(overTcp, false)]).toEqual([true, false]);
    expect(isSipAddress('sips:alarms@receiver.example.net', false)).toBe(true);
  });

  it('names its server by transport, host and port', () => {
    expect(serverOf('sips:a@Receiver.example.net')).toBe(serverOf('sips:b@receiver.example.net:5061'));
    for (const other of ['sip:a@receiver.example.net:5061;transport=tcp', 'sips:a@receiver.example.net:1'])
      expect(serverOf(other), other).not.toBe(serverOf('sips:a@receiver.example.net'));
  });
});

describe('a login of SIP', () => {
  it('is a name and a password, which may contain colons and quotation marks, and be short', () => {
    expect(sipLogin('watchkeep:1234')).toEqual({ userName: 'watchkeep', password: '1234' });
    expect(sipLogin('watchkeep:a"long:pass\\word')).toEqual({ userName: 'watchkeep', password: 'a"long:pass\\word' });
  });

  it.each([
    '',
    'watchkeep',
    ':a-long-password',
    'a b:a-long-password',
    'a"b:a-long-password',
    'a:',
    'a:two words',
    'a:long\r\npassword',
  ])('is not "%s"', (text) => {
    expect(sipLogin(text)).toBeUndefined();
  });
});
