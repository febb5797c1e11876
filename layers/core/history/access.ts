import { holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who reads what units reported. */
export const HISTORY_READERS = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW', 'REPORTS');
