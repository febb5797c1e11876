import { holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the tabs of a unit.

/** Who reads notes and tags, and pins units. */
export const NOTE_READERS = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW');
/** Who writes notes and tags. */
export const NOTE_WRITERS = holding('UNIT_EDIT');
