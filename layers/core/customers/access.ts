import { holding, unlessHidden } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who sees customers. */
export const CUSTOMER_READERS = unlessHidden(holding('CUSTOMER', 'CUSTOMER_EDIT'));
/** Who changes customers. */
export const CUSTOMER_EDITORS = unlessHidden(holding('CUSTOMER_EDIT'));
