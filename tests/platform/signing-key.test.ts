import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, type Running, serveHttp } from '#local/http.ts';
import { rawKey } from '#platform/aws/ed25519-key.ts';
import { ED25519, ES256, loadKey } from '#platform/aws/signing-key.ts';

/** KMS with one key. It refuses what KMS refuses for this kind of key. */
function startKms(kind: 'ed25519' | 'ec'): Promise<Running> {
  const { privateKey, publicKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = kind === 'ed25519' ? 'ED25519_SHA_512' : 'ECDSA_SHA_256';
  return serveHttp({
    port: 0,
    handle(request) {
      const { KeyId, Message, MessageType, SigningAlgorithm } = JSON.parse(String(request.body));
      if (KeyId !== 'arn:key') return json(400, { __type: 'NotFoundException' });
      if (String(request.headers['x-amz-target']).endsWith('GetPublicKey'))
        return json(200, { PublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') });
      if (MessageType !== 'RAW' || SigningAlgorithm !== algorithm)
        return json(400, { __type: 'InvalidKeyUsageException' });
      const signed = sign(kind === 'ed25519' ? null : 'sha256', Buffer.from(Message, 'base64'), privateKey);
      return json(200, { Signature: signed.toString('base64') });
    },
  });
}

let kms: Running | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await kms?.close();
});

async function withKms(kind: 'ed25519' | 'ec') {
  kms = await startKms(kind);
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
}
const data = Buffer.from('what is signed');

describe('a key in KMS', () => {
  it('signs firmware as units verify it', async () => {
    await withKms('ed25519');
    const { publicKey, sign: signed } = await loadKey('kms:arn:key', ED25519);
    const signature = await signed(data);
    expect(signature).toHaveLength(64);
    const x = Buffer.from(rawKey(publicKey), 'base64').toString('base64url');
    const ofUnit = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, data, ofUnit, signature)).toBe(true);
  });

  it('signs session tokens in the form of JOSE', async () => {
    await withKms('ec');
    const { publicKey, sign: signed } = await loadKey('kms:arn:key', ES256);
    const signature = await signed(data);
    expect(signature).toHaveLength(64);
    expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
  });
});
