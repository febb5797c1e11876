import { describe, expect, it } from 'vitest';
import { accountOf, contactIdOf } from '#core/monitoring-centers/contact-id.ts';

describe('events in Contact ID', () => {
  it.each([
    ['Event 101', 3, '1101 01 003'],
    ['Event 101 restored', 3, '3101 01 003'],
    ['Event 110', undefined, '1110 01 000'],
    ['Event 9', 1, '1140 01 001'],
    ['Reboot', 1000, '1140 01 000'],
  ])('writes %s of zone %s as %s', (eventType, zone, written) => {
    expect(contactIdOf({ eventType, ...(zone !== undefined && { zone }) })).toBe(written);
  });
});

describe('the account of a unit', () => {
  it.each([
    ['', 'A1B2C3', 'A1B2C3'],
    ['77', '123456', '77123456'],
    ['', 'W1X2Y3', String(Number.parseInt('W1X2Y3', 36)).padStart(10, '0')],
    ['ABCDEF', 'ZZZZZZ', 'ABCDEF2176782335'],
  ])('with prefix "%s" and serial number %s is %s', (prefix, UnitSerNum, account) => {
    expect(accountOf(prefix, UnitSerNum)).toBe(account);
    expect(account).toMatch(/^[0-9A-F]{3,16}$/);
  });
});
