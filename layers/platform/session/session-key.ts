import { createHash, type KeyObject, sign } from 'node:crypto';
import { env } from '../aws/env.ts';
import { loadKey, type SigningKey } from '../aws/signing-key.ts';

/** The ES256 key of session tokens. Its signatures have the form of JOSE: r and s, 64 bytes. */
export interface SessionKey extends SigningKey {
  kid: string;
}

let loaded: Promise<SessionKey> | undefined;

/** The key of SESSION_KEY, loaded once. */
export function sessionKey(): Promise<SessionKey> {
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<SessionKey> {
  const key = await loadKey(env('SESSION_KEY'), {
    kms: 'ECDSA_SHA_256',
    sign: (data, key) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
    fromKms: joseSignature,
  });
  return { ...key, kid: kidOf(key.publicKey) };
}

const kidOf = (publicKey: KeyObject) =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 16);

/** Converts KMS's DER (SEQUENCE of two INTEGERs) to JOSE's form: the two numbers side by side, 32 bytes each (RFC 7518, 3.4). */
export function joseSignature(der: Buffer): Buffer {
  const numbers: Buffer[] = [];
  for (let offset = 2; numbers.length < 2; ) {
    const length = der[offset + 1]!;
    const number = der.subarray(offset + 2, offset + 2 + length);
    numbers.push(Buffer.concat([Buffer.alloc(32), number]).subarray(-32));
    offset += 2 + length;
  }
  return Buffer.concat(numbers);
}
