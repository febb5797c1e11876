import { holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who reads the audit. */
export const AUDIT_READERS = holding('ADMIN', 'ENGINEER');
