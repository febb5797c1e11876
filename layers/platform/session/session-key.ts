import { createHash, type KeyObject } from 'node:crypto';
import { env } from '../aws/env.ts';
import { ES256, loadKey, type SigningKey } from '../aws/signing-key.ts';

/** The key of session tokens. */
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
  const key = await loadKey(env('SESSION_KEY'), ES256);
  return { ...key, kid: kidOf(key.publicKey) };
}

const kidOf = (publicKey: KeyObject) =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 16);
