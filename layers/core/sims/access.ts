import { holding } from '../access.ts';

/** Who sees where the portal and the carriers differ. */
export const SIM_READERS = holding('SIM', 'SIM_EDIT', 'UNIT_EDIT');

/** Who changes SIMs at their carriers. */
export const SIM_EDITORS = holding('SIM_EDIT', 'UNIT_EDIT');
