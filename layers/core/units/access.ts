import { atRoot, holding } from '../access.ts';

// Apart from the contract, so that code which only asks for rights does not contain the contract.

/** Who sees units. */
export const UNIT_READERS = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW');
/** Who changes units. */
export const UNIT_EDITORS = holding('UNIT_EDIT');
/** Who brings units into the portal: production and engineers of the root dealer. */
export const UNIT_IMPORTERS = atRoot(holding('PRODUCTION', 'ENGINEER'));
