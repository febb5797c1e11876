import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from './env.ts';
import type { SecretVariable } from './needs.ts';

const loaded = new Map<SecretVariable, Promise<unknown>>();

/** The JSON of the secret that the variable names, read once per instance. */
export function secret(variable: SecretVariable): Promise<unknown> {
  const known = loaded.get(variable);
  if (known) return known;
  const read = presentSecret(variable).catch((error: unknown) => {
    loaded.delete(variable);
    throw error;
  });
  loaded.set(variable, read);
  return read;
}

/** The same, read now. For who calls seldom, and needs a correction at once. */
export async function presentSecret(variable: SecretVariable): Promise<unknown> {
  const wanted = new GetSecretValueCommand({ SecretId: env(variable) });
  const { SecretString } = await new SecretsManagerClient(withRequestTimeout()).send(wanted);
  return JSON.parse(SecretString!);
}
