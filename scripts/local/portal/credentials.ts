import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PRIVATE = { mode: 0o600 };

/** The file of the key that signs session tokens on this machine, created on the first start. */
export function sessionKeyFile(folder: string): string {
  const file = path.resolve(folder, 'session-key.pem');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), PRIVATE);
  }
  return file;
}

/** The file of the key that encrypts the secrets of authenticator apps on this machine, created on the first start. */
export function sealingKeyFile(folder: string): string {
  const file = path.resolve(folder, 'sealing-key');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64'), PRIVATE);
  }
  return file;
}

/** The key with which functions recognise requests of the web front, created on the first start. */
export function edgeKeyOf(folder: string): string {
  const file = path.resolve(folder, 'edge-key');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), PRIVATE);
  }
  return readFileSync(file, 'utf8');
}

/**
 * The access key of the portal's database, created on the first start. DynamoDB Local listens on all addresses of the machine, and
 * shows each access key its own database only.
 */
export function databaseKeyOf(folder: string): string {
  const file = path.resolve(folder, 'database-key');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(16).toString('hex'), PRIVATE);
  }
  return readFileSync(file, 'utf8');
}

const password = () => randomBytes(18).toString('base64url');

const newSecret = () => ({
  bridgeCommandSecret: password(),
  identity: { clientId: 'watchkeep', clientSecret: password() },
  controlCenterAtt: { userName: 'watchkeep-att', apiKey: password() },
  controlCenterTelus: { userName: 'watchkeep-telus', apiKey: password() },
  thingspace: {
    key: password(),
    secret: password(),
    userName: 'watchkeep',
    password: password(),
    accountName: '0000123456-00001',
    callbackUserName: 'thingspace',
    callbackPassword: password(),
  },
});

export type LocalSecret = ReturnType<typeof newSecret>;

/** The content of Secrets Manager's secret, created on the first start. The carriers' stand-ins and the functions share it. */
export function localSecret(folder: string): LocalSecret {
  const file = path.resolve(folder, 'secret.json');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(newSecret(), null, 2), PRIVATE);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as LocalSecret;
}

/** The secret as functions read it, with the identity provider's address. */
export const secretWithIssuer = ({ identity, ...secret }: LocalSecret, issuer: string) => ({
  ...secret,
  identity: { telus: { ...identity, issuer } },
});
