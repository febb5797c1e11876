import type { KeyObject } from 'node:crypto';
import { env } from './env.ts';
import type { Ed25519Variable } from './needs.ts';
import { ED25519, loadKey, type SigningKey } from './signing-key.ts';

/** The Ed25519 key of a variable, loaded once. */
export function signingWith(variable: Ed25519Variable): () => Promise<SigningKey> {
  let loaded: Promise<SigningKey> | undefined;
  return () => {
    loaded ??= loadKey(env(variable), ED25519).catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** The 32 bytes of a public key in base64. */
export const rawKey = (publicKey: KeyObject): string =>
  Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
