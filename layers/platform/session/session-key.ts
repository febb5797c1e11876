import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from '../aws/env.ts';

/** An ES256 key: in the cloud it never leaves KMS, on one machine it is a file. */
export interface SessionKey {
  kid: string;
  publicKey: KeyObject;
  /** The signature in the form of JOSE: r and s, 64 bytes. */
  sign(data: Buffer): Promise<Buffer>;
}

let loaded: Promise<SessionKey> | undefined;

/** The key of SESSION_KEY, loaded once. */
export function sessionKey(): Promise<SessionKey> {
  loaded ??= load(env('SESSION_KEY')).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(setting: string): Promise<SessionKey> {
  const place = setting.slice(setting.indexOf(':') + 1);
  return setting.startsWith('file:') ? fromFile(place) : fromKms(place);
}

const kidOf = (publicKey: KeyObject) =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 16);

function fromFile(path: string): SessionKey {
  const key = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(key);
  return {
    kid: kidOf(publicKey),
    publicKey,
    sign: async (data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

async function fromKms(KeyId: string): Promise<SessionKey> {
  const kms = new KMSClient(withRequestTimeout());
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
  const publicKey = createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' });
  return {
    kid: kidOf(publicKey),
    publicKey,
    async sign(data) {
      const { Signature } = await kms.send(
        new SignCommand({ KeyId, Message: data, MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' }),
      );
      return joseSignature(Buffer.from(Signature!));
    },
  };
}

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
