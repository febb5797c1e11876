import { useSWRConfig } from 'swr';
import { orders } from '#core/orders/contract.ts';
import type { OrderDraft } from '#core/orders/order.ts';
import { isAnswerOf, useEndpoint } from '#web/lib/api/use-endpoint.ts';

/** Days of the draft are those of the person. */
export const draftInput = () => ({ dateOffset: new Date().getTimezoneOffset() });

/** The order that the user is writing. */
export function useDraft() {
  const { mutate } = useSWRConfig();
  const read = useEndpoint(orders.draft, draftInput(), { onError: () => undefined });
  return {
    read,
    /** Shows the draft that a call answered. */
    show: (draft: OrderDraft) => mutate(isAnswerOf(orders.draft), draft, { revalidate: false }),
    /** Reads it again: somebody changed it in another window. */
    refresh: () => void mutate(isAnswerOf(orders.draft)),
  };
}

export const useDealerInfo = () => useEndpoint(orders.getDealerInfo, {}, { onError: () => undefined });
