import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from './env.ts';

let loaded: Promise<unknown> | undefined;

/** The JSON of the portal's secret, read once per instance; the caller parses the part that it needs. */
export function secret(): Promise<unknown> {
  loaded ??= new SecretsManagerClient(withRequestTimeout())
    .send(new GetSecretValueCommand({ SecretId: env('SECRET_NAME') }))
    .then(({ SecretString }) => JSON.parse(SecretString!) as unknown)
    .catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
  return loaded;
}
