import { withQuery } from '#web/lib/page/paths.ts';

export const NEW_ORDER = '/newOrder';
export const FINALIZE = '/newOrder/finalize';
export const ORDER_STATUS = '/orderStatus';

/** `dk` is the dealer of the order. */
export const orderHref = ({ orderKey, DealerKey }: { orderKey: string; DealerKey: number }) =>
  withQuery('/orderStatus/details', { orderKey, dk: DealerKey });

export const shippingHref = ({ orderKey, orderItem }: { orderKey: string; orderItem: number }) =>
  withQuery('/orderStatus/shippingDetails', { orderItem, orderKey });
