import { holding } from '../access.ts';
import { HISTORY_READERS } from '../history/access.ts';
import { ORDER_READERS } from '../orders/access.ts';

// Apart from the contract, so that code which only asks for rights does not contain the contract.

/** Who learns that numbers of the dashboard have changed: who sees units, open alarms or orders. The news carries no number. */
export const DASHBOARD_FOLLOWERS = holding(...HISTORY_READERS.anyOf, ...ORDER_READERS.anyOf);
