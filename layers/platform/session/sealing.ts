import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from '../aws/env.ts';
import type { SealingVariable } from '../aws/needs.ts';

/** Encrypts short texts. The key is in KMS in the cloud, and in a file on one machine. */
interface Sealing {
  seal(secret: Buffer, boundTo: string): Promise<Buffer>;
  open(sealed: Buffer, boundTo: string): Promise<Buffer>;
}

const loaded = new Map<SealingVariable, Sealing>();

/** Seals and opens with the key that the variable names. Each purpose has a key of its own. */
export const sealingWith = (variable: SealingVariable) => ({
  /** Seals at most 4 KB. It opens with the same `boundTo` only, so a secret copied to another user does not open. */
  seal: async (secret: Buffer, boundTo: string): Promise<string> =>
    (await sealing(variable).seal(secret, boundTo)).toString('base64url'),

  /** @throws if `sealed` was changed, or sealed for another `boundTo` or with another key */
  open: (sealed: string, boundTo: string): Promise<Buffer> =>
    sealing(variable).open(Buffer.from(sealed, 'base64url'), boundTo),
});

function sealing(variable: SealingVariable): Sealing {
  const known = loaded.get(variable);
  if (known) return known;
  const setting = env(variable);
  const place = setting.slice(setting.indexOf(':') + 1);
  const made = setting.startsWith('file:') ? byFile(place) : byKms(place);
  loaded.set(variable, made);
  return made;
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM: a nonce, the tag, then the encrypted text. */
function byFile(path: string): Sealing {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  return {
    async seal(secret, boundTo) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    async open(sealed, boundTo) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
    },
  };
}

function byKms(KeyId: string): Sealing {
  const kms = new KMSClient(withRequestTimeout());
  return {
    async seal(Plaintext, boundTo) {
      const sealed = await kms.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext: { boundTo } }));
      return Buffer.from(sealed.CiphertextBlob!);
    },
    async open(CiphertextBlob, boundTo) {
      const opened = await kms.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: { boundTo } }));
      return Buffer.from(opened.Plaintext!);
    },
  };
}
