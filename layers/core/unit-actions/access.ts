import { holding } from '../access.ts';

/** Who acts upon a unit. UNIT and UNIT_VIEW change nothing of it. */
export const unitActors = holding('UNIT_EDIT');
