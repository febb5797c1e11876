import type { OrderState } from '#core/orders/shipment.ts';
import { StatusBadge, type StatusBadgeProps } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';

const TONES: Readonly<Record<OrderState, Tone>> = { Submitted: 'notice', 'Partly shipped': 'warning', Shipped: 'ok' };

/** The state of an order or of an item: the same word and colour wherever it is shown. */
export const OrderStateBadge = ({ state, look }: { state: OrderState } & Pick<StatusBadgeProps, 'look'>) => (
  <StatusBadge tone={TONES[state]} label={state} {...(look && { look })} />
);
