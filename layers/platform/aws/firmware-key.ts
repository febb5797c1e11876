import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from './env.ts';

/** The Ed25519 key that units trust: in the cloud it never leaves KMS, on one machine it is a file. */
export interface FirmwareKey {
  publicKey: KeyObject;
  /** The signature of these bytes, 64 bytes (RFC 8032). KMS signs at most 4096 bytes. */
  sign(bytes: Buffer): Promise<Uint8Array>;
}

let loaded: Promise<FirmwareKey> | undefined;

/** The key of FIRMWARE_KEY, loaded once. */
export function firmwareKey(): Promise<FirmwareKey> {
  loaded ??= load(env('FIRMWARE_KEY')).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** The 32 bytes of a public key in base64, as they are built into units. */
export const rawKey = (publicKey: KeyObject): string =>
  Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');

async function load(setting: string): Promise<FirmwareKey> {
  const place = setting.slice(setting.indexOf(':') + 1);
  return setting.startsWith('file:') ? fromFile(place) : fromKms(place);
}

function fromFile(path: string): FirmwareKey {
  const key = createPrivateKey(readFileSync(path));
  return { publicKey: createPublicKey(key), sign: async (bytes) => sign(null, bytes, key) };
}

async function fromKms(KeyId: string): Promise<FirmwareKey> {
  const kms = new KMSClient(withRequestTimeout());
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
  return {
    publicKey: createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' }),
    async sign(Message) {
      const { Signature } = await kms.send(
        // KMS signs with ED25519_SHA_512 only what is not hashed before.
        new SignCommand({ KeyId, Message, MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' }),
      );
      return Signature!;
    },
  };
}
