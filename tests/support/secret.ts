import { secret } from '#platform/aws/secret.ts';

/** What the functions sign their commands to bridges with. */
export const bridgeCommandSecret = async () =>
  ((await secret()) as { bridgeCommandSecret: string }).bridgeCommandSecret;
