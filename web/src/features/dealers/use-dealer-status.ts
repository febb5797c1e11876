import { dealers } from '#core/dealers/contract.ts';
import { CLOSED_DEALER_STATUS, type Dealer, NEW_DEALER_STATUS } from '#core/dealers/dealer.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { closeQuestion } from './close-question.ts';

/** Closes dealers, after a question, and opens them again. */
export function useDealerStatus() {
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation(dealers.setStatus, { refreshes: [dealers.list] });
  const set = async ({ DealerKey }: Dealer, DealerStatus: 3 | 4, done: string) => {
    if (await trigger({ DealerKey, DealerStatus })) showSuccess(done);
  };
  return {
    async close(dealer: Dealer) {
      if (await confirm(closeQuestion(dealer))) await set(dealer, CLOSED_DEALER_STATUS, 'Dealer closed');
    },
    open: (dealer: Dealer) => set(dealer, NEW_DEALER_STATUS, 'Dealer opened again'),
  };
}
