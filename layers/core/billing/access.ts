import { atRoot, holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who sees the bills of their dealer; people of the root dealer see those of all. */
export const BILL_READERS = holding('BILLING', 'MYTREX_BILLING');
/** Who sees the bills of all dealers together. */
export const BILLERS = atRoot(BILL_READERS);
/** Who sets what dealers pay. */
export const RATE_SETTERS = atRoot(holding('MYTREX_BILLING'));
