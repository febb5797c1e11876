import { holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who sends updates over the air and creates versions. */
export const OTA_USERS = holding('ENGINEER');
