import { CARRIER_NAMES, CARRIERS } from '#core/sims/carrier.ts';

/** Every carrier, for a list to choose from. */
export const CARRIER_OPTIONS = CARRIERS.map((carrier) => ({ value: carrier, label: CARRIER_NAMES[carrier] }));
