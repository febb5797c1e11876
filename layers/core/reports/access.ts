import { holding } from '../access.ts';
import { HISTORY_READERS } from '../history/access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who reads reports. */
export const REPORT_READERS = holding('REPORTS');
/** P3-A16. */
export const CONTINGENCY_READERS = holding('ENGINEER');
/** P3-A20. */
export const CAREGIVER_REPORT_READERS = holding('CAREGIVER');
/** Who changes what a report lists: it changes the units too. */
export const REPORT_ACTORS = holding('UNIT_EDIT');
/** Who reads how active the wearer of a unit is: those who read the history of the unit. */
export const ACTIVITY_READERS = HISTORY_READERS;
/** Who reads the anomalous reports [P3-R39]. */
export const ANOMALY_READERS = holding('ENGINEER');
/** Who reads the session of a SIM with its carrier. */
export const SESSION_READERS = holding('ENGINEER');

/** The dealer whose users may choose the dealer of a report [P1-A18, P3-A18]. */
export const CHOOSING_DEALER = 1;
