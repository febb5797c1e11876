import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Emulator, REGION } from './emulator.ts';
import { configurationOf } from './functions.ts';

/** The credentials that the emulator (ministack/core/lambda_runtime.py) gives to a function that has run: a session of its role. */
export async function credentialsOf(emulator: Emulator, name: string) {
  const { FunctionArn, Role } = (await configurationOf(emulator, name))!;
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const digest = sha256(`${FunctionArn}:${Role}`);
  return {
    accessKeyId: `ASIA${digest.slice(0, 16).toUpperCase()}`,
    secretAccessKey: sha256(`secret:${digest}`),
    sessionToken: sha256(`token:${digest}`),
  };
}

/** The settings of a client that calls as the code of the function. */
export const clientConfigOf = async (emulator: Emulator, name: string) => ({
  region: REGION,
  endpoint: emulator.url,
  maxAttempts: 1,
  credentials: await credentialsOf(emulator, name),
});

/** @throws unless the policies refuse the call */
export const assertDenied = (sent: Promise<unknown>) =>
  assert.rejects(sent, ({ name }: Error) => /^AccessDenied(Exception)?$/.test(name));
