import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SealingVariable, SecretVariable } from '#platform/aws/needs.ts';
import { SECRET_NAMES } from './values.ts';

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

/** The file of the key that signs firmware on this machine, created on the first start. */
export const firmwareKeyFile = (folder: string): string => ed25519KeyFile(folder, 'firmware-key.pem');

/** The file of the key that signs exports of alarms on this machine, created on the first start. */
export const alarmExportKeyFile = (folder: string): string => ed25519KeyFile(folder, 'alarm-export-key.pem');

function ed25519KeyFile(folder: string, name: string): string {
  const file = path.resolve(folder, name);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), PRIVATE);
  }
  return file;
}

/** The file of a key that seals on this machine, created on the first start. */
function sealingKeyFile(folder: string, variable: SealingVariable): string {
  const file = path.resolve(folder, variable.toLowerCase().replaceAll('_', '-'));
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64'), PRIVATE);
  }
  return file;
}

export const sealingKeyFiles = (folder: string): Record<SealingVariable, string> => ({
  SECOND_FACTOR_KEY: sealingKeyFile(folder, 'SECOND_FACTOR_KEY'),
  AUDIT_CURSOR_KEY: sealingKeyFile(folder, 'AUDIT_CURSOR_KEY'),
});

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
const soap = () => ({
  ...{ password: password(), licenseKey: password(), service: 'Terminal' },
  ...{ action: 'http://api.jasperwireless.com/ws/service/terminal/ManageDialableMSISDN' },
  callbackUrl: 'http://127.0.0.1/',
});

const newSecret = () => ({
  bridgeCommandSecret: password(),
  mytrexKey: password(),
  vitalsKey: password(),
  stationTicketKey: randomBytes(32).toString('base64url'),
  identity: { clientId: 'watchkeep', clientSecret: password() },
  controlCenterAtt: { userName: 'watchkeep-att', apiKey: password(), soap: soap() },
  controlCenterTelus: { userName: 'watchkeep-telus', apiKey: password(), soap: soap() },
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

/** The content of all secrets, created on the first start. The carriers' stand-ins and the functions share it. */
export function localSecret(folder: string): LocalSecret {
  const file = path.resolve(folder, 'secret.json');
  mkdirSync(folder, { recursive: true });
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<LocalSecret>) : {};
  // An older start stored no secret for a stand-in that has come since.
  const secret = { ...newSecret(), ...stored };
  writeFileSync(file, JSON.stringify(secret, null, 2), PRIVATE);
  return secret;
}

/** The secrets by name as functions read them, with the addresses of the identity provider, the Mytrex data and the provider of vitals. */
export function secretsByName(
  { identity, bridgeCommandSecret, mytrexKey, vitalsKey, stationTicketKey, ...carriers }: LocalSecret,
  { issuer, mytrexUrl, vitalsUrl }: { issuer: string; mytrexUrl: string; vitalsUrl: string },
) {
  const contents: Partial<Record<SecretVariable, object>> = {
    CARRIERS_SECRET: carriers,
    MYTREX_SECRET: { url: mytrexUrl, apiKey: mytrexKey },
    VITALS_SECRET: { url: vitalsUrl, apiKey: vitalsKey },
    STATIONS_SECRET: { ticketKey: stationTicketKey },
    IDENTITY_SECRET: { telus: { ...identity, issuer } },
    BRIDGE_SECRET: { bridgeCommandSecret },
  };
  const named = Object.entries(contents).map(([variable, content]) => [
    SECRET_NAMES[variable as SecretVariable],
    content,
  ]);
  return Object.fromEntries(named) as Record<string, object>;
}
