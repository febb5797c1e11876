import { createPrivateKey, generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';

// An authenticator in software: the answers of a security key or a phone (WebAuthn level 3, chapters 6.1, 6.5 and 8.7).

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKED_UP = 0x18;
const NEW_KEY_INCLUDED = 0x40;

interface Asked {
  challenge: string;
  origin?: string;
  rpID?: string;
  /** The flag for user verification. Without it, anybody who has the device may use it. */
  verified?: boolean;
}

const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');
const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'buffer');

const clientData = (type: string, { challenge, origin = process.env.WEB_ORIGIN }: Asked) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(flags: number, counter: number, { rpID = 'localhost', verified = true }: Asked): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const all = flags | USER_PRESENT | BACKED_UP | (verified ? USER_VERIFIED : 0);
  return Buffer.concat([sha256(rpID), Buffer.from([all]), count]);
}

/** The public key in COSE: EC2, ES256, P-256, then the point. */
function coseKey(publicKey: { x: string; y: string }): Buffer {
  const point = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, point(0x21, publicKey.x), point(0x22, publicKey.y)]);
}

function attestationObject(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    data,
  ]);
}

/** One passkey in an authenticator. `counter` is one less than the counter of its next signature. */
export class SoftwarePasskey {
  readonly id: string;
  counter = 0;
  readonly #key: KeyObject;

  constructor(
    key: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    id = base64url(randomBytes(16)),
  ) {
    this.#key = key;
    this.id = id;
  }

  /** A passkey with a known key and id, from a PEM. */
  static known(pem: string, id: string): SoftwarePasskey {
    return new SoftwarePasskey(createPrivateKey(pem), id);
  }

  get publicKey(): Buffer {
    return coseKey(this.#key.export({ format: 'jwk' }) as { x: string; y: string });
  }

  /** The answer of a browser that creates the passkey. */
  created(asked: Asked) {
    const id = Buffer.from(this.id, 'base64url');
    const data = Buffer.concat([
      authenticatorData(NEW_KEY_INCLUDED, this.counter, asked),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      this.publicKey,
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', asked)),
        attestationObject: base64url(attestationObject(data)),
        transports: ['internal'],
      },
    };
  }

  /** The answer of a browser that uses the passkey. */
  used({ userHandle, ...asked }: Asked & { userHandle?: string }) {
    this.counter += 1;
    const client = clientData('webauthn.get', asked);
    const data = authenticatorData(0, this.counter, asked);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#key);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(userHandle !== undefined && { userHandle: base64url(userHandle) }),
      },
    };
  }
}
