import { holding, ofRootDealer } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who uses the developer tools [P3-A03 P3-A12]. */
export const DEVELOPERS = holding('ENGINEER');
/** Who changes values that all units of a model have. */
export const MODEL_DEVELOPERS = ofRootDealer(DEVELOPERS);
