import { z } from 'zod';

// Apart from the order, so that the calls of other areas do not contain it.

export const OrderKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such order');

/** More would not fit into one transaction with their lines. */
export const MAX_ORDER_ITEMS = 20;
