import { holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who sees profiles. */
export const PROFILE_READERS = holding('PROFILE', 'PROFILE_EDIT');
/** Who changes profiles. */
export const PROFILE_EDITORS = holding('PROFILE_EDIT');
