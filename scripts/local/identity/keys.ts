import { createHash, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import { stateFile } from '../state.ts';

export interface SigningKeys {
  keys: JsonWebKey[];
  /** Signs the provider's cookies. */
  cookieKey: string;
}

const generate = promisify(generateKeyPair);

/** One key for RS256 and one for ES256. With a folder they survive a restart. */
export async function signingKeys(stateFolder: string | undefined): Promise<SigningKeys> {
  const state = stateFile<SigningKeys>(stateFolder, 'identity-keys');
  const kept = await state.read();
  if (kept) return kept;
  const [rsa, ec] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('ec', { namedCurve: 'P-256' }),
  ]);
  const made = {
    keys: [
      withId({ ...rsa.privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }),
      withId({ ...ec.privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }),
    ],
    cookieKey: digest(rsa.privateKey.export({ format: 'jwk' }).d!),
  };
  await state.write(made);
  return made;
}

const withId = (key: JsonWebKey) => ({ ...key, kid: digest(String(key.n ?? key.x)).slice(0, 16) });

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
