import { holding } from '../access.ts';

/** Who changes SIMs at their carriers. */
export const SIM_EDITORS = holding('SIM_EDIT', 'UNIT_EDIT');
