import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GetPublicKeyCommand, KMSClient, SignCommand, type SigningAlgorithmSpec } from '@aws-sdk/client-kms';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';

/** A key that signs: in the cloud it never leaves KMS, on one machine it is a file. */
export interface SigningKey {
  publicKey: KeyObject;
  /** KMS signs at most 4096 bytes. */
  sign(data: Buffer): Promise<Buffer>;
}

interface Algorithm {
  kms: SigningAlgorithmSpec;
  /** The signature of a key in a file. */
  sign(data: Buffer, key: KeyObject): Buffer;
  /** The same form of a signature of KMS. Absent: it has that form. */
  fromKms?(signature: Buffer): Buffer;
}

/** Ed25519 (RFC 8032): signatures of 64 bytes. */
export const ED25519: Algorithm = { kms: 'ED25519_SHA_512', sign: (data, key) => sign(null, data, key) };

/** ECDSA with P-256 and SHA-256, with signatures in the form of JOSE: r and s, 64 bytes. */
export const ES256: Algorithm = {
  kms: 'ECDSA_SHA_256',
  sign: (data, key) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
  fromKms: joseSignature,
};

/** Loads a key. `setting`: `kms:` and the ARN of a key, or `file:` and the path of a PEM. */
export async function loadKey(setting: string, algorithm: Algorithm): Promise<SigningKey> {
  const place = setting.slice(setting.indexOf(':') + 1);
  return setting.startsWith('file:') ? fromFile(place, algorithm) : fromKms(place, algorithm);
}

function fromFile(path: string, algorithm: Algorithm): SigningKey {
  const key = createPrivateKey(readFileSync(path));
  return { publicKey: createPublicKey(key), sign: async (data) => algorithm.sign(data, key) };
}

async function fromKms(
  KeyId: string,
  { kms: SigningAlgorithm, fromKms = (signature) => signature }: Algorithm,
): Promise<SigningKey> {
  const kms = new KMSClient(withRequestTimeout());
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
  return {
    publicKey: createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' }),
    async sign(Message) {
      const { Signature } = await kms.send(new SignCommand({ KeyId, Message, MessageType: 'RAW', SigningAlgorithm }));
      return fromKms(Buffer.from(Signature!));
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
