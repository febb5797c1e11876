import { holding } from '../access.ts';

// Apart from the contract, so that code which only asks for rights does not contain the contract.

/** Who learns that numbers of the dashboard have changed: who sees units or orders. The news carries no number. */
export const DASHBOARD_FOLLOWERS = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW', 'ORDERS', 'PRODUCTION', 'ENGINEER');
