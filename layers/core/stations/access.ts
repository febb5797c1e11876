import { holding, ofRootDealer } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who sees the station board. It names the people at work, so dealers do not see it (docs/decisions/0136). */
export const STATION_READERS = ofRootDealer(holding('ENGINEER'));
