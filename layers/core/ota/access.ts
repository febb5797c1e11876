import { holding, ofRootDealer } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who sends updates over the air. */
export const OTA_USERS = holding('ENGINEER');
/** Who creates versions: the units of all dealers are offered them. */
export const OTA_PUBLISHERS = ofRootDealer(OTA_USERS);
