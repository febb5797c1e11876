import { holding, ofRootDealer } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who repairs units. */
export const REPAIRERS = holding('ENGINEER');
/** Who keeps the developer SIMs, which all dealers share. */
export const DEV_SIM_KEEPERS = ofRootDealer(REPAIRERS);
