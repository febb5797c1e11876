import { holding } from '../access.ts';

export const readers = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW');
/** UNIT changes nothing. */
export const editors = holding('UNIT_EDIT');
