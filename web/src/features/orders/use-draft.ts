import { orders } from '#core/orders/contract.ts';
import type { OrderDraft } from '#core/orders/order.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { useShowAnswer } from '#web/lib/api/use-show-answer.ts';

/** Days of the draft are those of the person. */
export const draftInput = () => ({ dateOffset: new Date().getTimezoneOffset() });

/** The order that the user is writing. */
export function useDraft() {
  const readAgain = useReadAgain();
  const showAnswer = useShowAnswer();
  const read = useEndpoint(orders.draft, draftInput(), { onError: () => undefined });
  return {
    read,
    /** Shows the draft that a call answered. */
    show: (draft: OrderDraft) => showAnswer(orders.draft, draft),
    /** Reads it again: somebody changed it in another window. */
    refresh: () => void readAgain(orders.draft),
  };
}

export const useDealerInfo = () => useEndpoint(orders.getDealerInfo, {}, { onError: () => undefined });
