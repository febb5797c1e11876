import { signingWith } from './ed25519-key.ts';

/** The key that units trust. */
export const firmwareKey = signingWith('FIRMWARE_KEY');
