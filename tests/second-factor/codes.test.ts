import { describe, expect, it } from 'vitest';
import { enteredCode, hiddenAddress, shownRecoveryCode } from '#core/second-factor/second-factor.ts';
import { digitsHash, isSame, newDigits, newOneTimeToken, oneTimeHash } from '#platform/session/one-time.ts';
import { newRecoveryCodes } from '#platform/session/recovery-codes.ts';
import { appAddress, newAppSecret, stepOf } from '#platform/session/totp.ts';

describe('the typed code', () => {
  it.each([
    ['123456', { kind: 'code', code: '123456' }],
    [' 123 456 ', { kind: 'code', code: '123456' }],
    ['7K2M-9QXA-04TB-ZZ1C', { kind: 'recovery', code: '7K2M9QXA04TBZZ1C' }],
    ['7k2m 9qxa o4tb zzlc', { kind: 'recovery', code: '7K2M9QXA04TBZZ1C' }],
    ['12345', undefined],
    ['1234567', undefined],
    ['７K2M', undefined],
    ['', undefined],
  ])('%j is read as %j', (text, read) => {
    expect(enteredCode(text)).toEqual(read);
  });
});

describe('the code of an authenticator app', () => {
  // RFC 6238, appendix B, SHA-1: these six digits end its eight.
  const secret = Buffer.from('12345678901234567890');

  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('is the value of RFC 6238 at second %i', (seconds, code, step) => {
    expect(stepOf(secret, code, seconds * 1000)).toBe(step);
  });

  it('is accepted one step early and one step late, with its step', () => {
    expect(stepOf(secret, '287082', 29_000)).toBe(1);
    expect(stepOf(secret, '287082', 89_000)).toBe(1);
    expect(stepOf(secret, '287082', 91_000)).toBeUndefined();
  });

  it('has a secret of 160 bits, and an address with everything that the app needs', () => {
    const fresh = newAppSecret();
    expect(fresh).toHaveLength(20);
    expect(fresh.equals(newAppSecret())).toBe(false);
    const { secret: typed, address } = appAddress(secret, 'ada lovelace@example.com');
    expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const { protocol, host, pathname, searchParams } = new URL(address);
    expect({ protocol, host, label: decodeURIComponent(pathname) }).toEqual({
      protocol: 'otpauth:',
      host: 'totp',
      label: '/Watchkeep:ada lovelace@example.com',
    });
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Watchkeep',
      secret: typed,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('a generated', () => {
  it('set of recovery codes is ten of eighty bits, stored as hashes for one user', () => {
    const { shown, hashes } = newRecoveryCodes('user-1');
    expect(new Set(shown).size).toBe(10);
    for (const code of shown) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(hashes).toHaveLength(10);
    expect(JSON.stringify(hashes)).not.toContain(shown[0]!.replaceAll('-', ''));
    expect(shownRecoveryCode('ABCDEFGHJKMNPQRS')).toBe('ABCD-EFGH-JKMN-PQRS');
  });

  it('token has 256 bits, and is stored as its hash', () => {
    const { token, tokenHash } = newOneTimeToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(tokenHash).toBe(oneTimeHash(token));
    expect(tokenHash).not.toContain(token);
  });

  it('code has six digits, with leading zeros, and its hash needs the token', () => {
    const digits = Array.from({ length: 2000 }, newDigits);
    expect(digits.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(digits.some((code) => code.startsWith('0'))).toBe(true);
    expect(digitsHash('123456', 'one token')).not.toBe(digitsHash('123456', 'another token'));
    expect(isSame(digitsHash('123456', 'a'), digitsHash('123456', 'a'))).toBe(true);
    expect(isSame('short', 'longer')).toBe(false);
  });
});

it('mail address is mostly hidden', () => {
  expect(hiddenAddress('nora@northwind.example')).toBe('n•••@northwind.example');
  expect(hiddenAddress('nowhere')).toBe('•••');
});
