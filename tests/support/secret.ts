import { secret } from '#platform/aws/secret.ts';

/** The secret that signs commands to bridges. */
export const bridgeCommandSecret = async () =>
  ((await secret()) as { bridgeCommandSecret: string }).bridgeCommandSecret;
