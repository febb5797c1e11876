import { secret } from '#platform/aws/secret.ts';

/** The secret that signs commands to bridges. */
export const bridgeCommandSecret = async () =>
  ((await secret('BRIDGE_SECRET')) as { bridgeCommandSecret: string }).bridgeCommandSecret;
