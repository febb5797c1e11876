import { holding, ofRootDealer, staff } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who opens tickets, watches videos and downloads files. */
export const SUPPORT_USERS = staff;
/** Who answers tickets, and keeps the videos and downloads, which users of all dealers open. */
export const SUPPORT_STAFF = ofRootDealer(holding('ENGINEER'));
