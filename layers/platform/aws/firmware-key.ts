import { type KeyObject, sign } from 'node:crypto';
import { env } from './env.ts';
import { loadKey, type SigningKey } from './signing-key.ts';

let loaded: Promise<SigningKey> | undefined;

/** The Ed25519 key of FIRMWARE_KEY, which units trust (RFC 8032), loaded once. Its signatures have 64 bytes. */
export function firmwareKey(): Promise<SigningKey> {
  loaded ??= loadKey(env('FIRMWARE_KEY'), {
    kms: 'ED25519_SHA_512',
    sign: (data, key) => sign(null, data, key),
  }).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** The 32 bytes of a public key in base64, as they are built into units. */
export const rawKey = (publicKey: KeyObject): string =>
  Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
