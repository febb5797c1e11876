import { holding, ofRootDealer, type RestrictedAccess } from '../access.ts';
import type { FilePurpose } from './files.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who sends updates over the air. */
export const OTA_USERS = holding('ENGINEER');
/** Who creates versions: the units of all dealers are offered them. */
export const OTA_PUBLISHERS = ofRootDealer(OTA_USERS);
/** Who uploads a file, by what it is for: firmware is kept, and only versions use it. */
export const UPLOADERS: Readonly<Record<FilePurpose, RestrictedAccess>> = {
  firmware: OTA_PUBLISHERS,
  speech: OTA_USERS,
};
