import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, passwordMatches } from '#platform/session/password.ts';
import { withMessage } from '#support/with-message.ts';

describe('a password', () => {
  it('matches its own hash and no other', async () => {
    const hash = await hashPassword('Watchkeep-2026');
    expect(await passwordMatches('Watchkeep-2026', hash)).toBe(true);
    for (const other of ['watchkeep-2026', 'Watchkeep-2026 ', 'Watchkeep-202', '', hash])
      expect(await passwordMatches(other, hash)).toBe(false);
  });

  it('is stored as argon2id with the cost that OWASP recommends, and a new salt each time', async () => {
    const [one, other] = await Promise.all([hashPassword('Watchkeep-2026'), hashPassword('Watchkeep-2026')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('has the hash that argon2 computes for its salt and cost', async () => {
    const hash = await hashPassword('Watchkeep-2026');
    const [, , , , salt, tag] = hash.split('$') as [string, string, string, string, string, string];
    const expected = argon2Sync('argon2id', {
      message: 'Watchkeep-2026',
      nonce: Buffer.from(salt, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(Buffer.from(tag, 'base64')).toEqual(expected);
  });

  it('matches a hash with another cost, so the cost can be raised', async () => {
    const parameters = { memory: 64, passes: 1, parallelism: 2 };
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync('argon2id', { message: 'pässwörd', nonce, tagLength: 16, ...parameters });
    const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const hash = `$argon2id$v=19$m=64,t=1,p=2$${unpadded(nonce)}$${unpadded(tag)}`;
    expect(await passwordMatches('pässwörd', hash)).toBe(true);
    expect(await passwordMatches('passwörd', hash)).toBe(false);
  });

  it('matches nothing if no hash is stored, not even the dummy hash', async () => {
    expect(await passwordMatches('', undefined)).toBe(false);
    expect(await passwordMatches('Watchkeep-2026', undefined)).toBe(false);
  });

  it('throws for a stored text that is not a hash', async () => {
    await expect(passwordMatches('x', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow(
      withMessage('Not an argon2id hash in the PHC format'),
    );
  });
});
