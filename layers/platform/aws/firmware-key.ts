import type { KeyObject } from 'node:crypto';
import { env } from './env.ts';
import { ED25519, loadKey, type SigningKey } from './signing-key.ts';

let loaded: Promise<SigningKey> | undefined;

/** The key of FIRMWARE_KEY, which units trust, loaded once. */
export function firmwareKey(): Promise<SigningKey> {
  loaded ??= loadKey(env('FIRMWARE_KEY'), ED25519).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** The 32 bytes of a public key in base64, as they are built into units. */
export const rawKey = (publicKey: KeyObject): string =>
  Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
