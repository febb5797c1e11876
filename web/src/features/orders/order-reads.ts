import { orders } from '#core/orders/contract.ts';

/** What shows the units of an order. A change of its units or shipments makes it outdated. */
export const READS_OF_UNITS = [orders.get, orders.waitingUnits, orders.shippingDetails] as const;
