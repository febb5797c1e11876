import { holding } from '../access.ts';
import { HISTORY_READERS } from '../history/access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who reads where a unit has been. */
export const BREADCRUMB_READERS = holding('BREADCRUMBING');

/** Who looks up one place: the last one of a unit, or the one that a report describes. */
export const PLACE_READERS = HISTORY_READERS;
