import { holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who may have saved reports: whoever reads at least one report. Each report asks for the access of its own list. */
export const REPORT_SAVERS = holding('REPORTS', 'ENGINEER', 'CAREGIVER');
/** Who saves, renames and deletes what all people of the dealer have. */
export const REPORT_SHARERS = holding('UNIT_EDIT');
