import { atRoot, holding } from '../access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who orders units and reads the orders of their dealers. */
export const ORDERERS = holding('ORDERS');
/** Who reads orders: those who order, and those who ship. */
export const ORDER_READERS = holding('ORDERS', 'PRODUCTION', 'ENGINEER');
/** Who allots units to orders: production and engineers of the root dealer. */
export const FULFILLERS = atRoot(holding('PRODUCTION', 'ENGINEER'));
