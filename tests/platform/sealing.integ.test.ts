import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SealingVariable } from '#platform/aws/needs.ts';
import { anotherInstance } from '#support/instance.ts';

const SECRET = Buffer.from('a secret of an app');

afterEach(() => {
  vi.unstubAllEnvs();
  anotherInstance();
});

const sealing = async (variable: SealingVariable = 'SECOND_FACTOR_KEY') =>
  (await import('#platform/session/sealing.ts')).sealingWith(variable);

describe('a secret encrypted with a key file', () => {
  it('can be decrypted for its user, and the ciphertext differs each time', async () => {
    const { seal, open } = await sealing();
    const [one, other] = [await seal(SECRET, 'user-1'), await seal(SECRET, 'user-1')];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').includes(SECRET)).toBe(false);
    expect(await open(one, 'user-1')).toEqual(SECRET);
  });

  it('cannot be decrypted with the key of another purpose', async () => {
    const sealed = await (await sealing()).seal(SECRET, 'user-1');
    const { open } = await sealing('AUDIT_CURSOR_KEY');
    await expect(async () => open(sealed, 'user-1')).rejects.toThrow(/unable to authenticate data/);
  });

  it('cannot be decrypted for another user or after a bit has changed', async () => {
    const { seal, open } = await sealing();
    const sealed = await seal(SECRET, 'user-1');
    await expect(async () => open(sealed, 'user-2')).rejects.toThrow(/unable to authenticate data/);
    for (const place of [0, 13, 30]) {
      const bytes = Buffer.from(sealed, 'base64url');
      bytes[place]! ^= 1;
      await expect(async () => open(bytes.toString('base64url'), 'user-1')).rejects.toThrow(
        /unable to authenticate data/,
      );
    }
  });
});

describe('a secret encrypted with KMS', () => {
  it('is encrypted and decrypted with the user as context', async () => {
    const asked: Record<string, unknown>[] = [];
    // An answer of KMS (docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html); rotated letters stand for encryption.
    const turn = (blob: string) => Buffer.from(blob, 'base64').reverse().toString('base64');
    const kms = createServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Record<string, string>;
      asked.push({ operation: request.headers['x-amz-target'], ...body });
      const answer = body.Plaintext
        ? { CiphertextBlob: turn(body.Plaintext), KeyId: body.KeyId }
        : { Plaintext: turn(body.CiphertextBlob!), KeyId: body.KeyId };
      response.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => kms.listen(0, resolve));
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', `http://localhost:${(kms.address() as AddressInfo).port}`);
    vi.stubEnv('SECOND_FACTOR_KEY', 'kms:arn:aws:kms:us-east-1:000000000000:key/1');
    anotherInstance();
    const { seal, open } = await sealing();
    expect(await open(await seal(SECRET, 'user-1'), 'user-1')).toEqual(SECRET);
    const common = { KeyId: 'arn:aws:kms:us-east-1:000000000000:key/1', EncryptionContext: { boundTo: 'user-1' } };
    expect(asked).toMatchObject([
      { operation: 'TrentService.Encrypt', ...common },
      { operation: 'TrentService.Decrypt', ...common },
    ]);
    kms.close();
  });
});
