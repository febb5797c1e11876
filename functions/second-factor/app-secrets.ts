import { sealingWith } from '#platform/session/sealing.ts';

/** Seals and opens the secrets of authenticator apps. */
export const appSecrets = sealingWith('SECOND_FACTOR_KEY');
