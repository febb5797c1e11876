import { holding, unlessHidden } from '../access.ts';

/** Who links a unit to a patient. A patient is a customer, so people from whom customers are hidden do not. */
export const VITALS_EDITORS = unlessHidden(holding('UNIT_EDIT'));
