import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
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

/** Loads a key. `setting`: `kms:` and the ARN of a key, or `file:` and the path of a PEM. */
export async function loadKey(setting: string, algorithm: Algorithm): Promise<SigningKey> {
  const place = setting.slice(setting.indexOf(':') + 1);
  return setting.startsWith('file:') ? fromFile(place, algorithm) : fromKms(place, algorithm);
}

function fromFile(path: string, { sign }: Algorithm): SigningKey {
  const key = createPrivateKey(readFileSync(path));
  return { publicKey: createPublicKey(key), sign: async (data) => sign(data, key) };
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
