import { CLOSED_DEALER_STATUS, DEALER_STATUS, type Dealer } from '#core/dealers/dealer.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';

/** P1-M12. */
export const showDealersFailure = showFailureAs('Error fetching dealers');

/** `Closed above`: the people of the dealer cannot sign in, because a dealer above it is closed. */
export const shownStatus = ({ DealerStatus, closedAbove }: Pick<Dealer, 'DealerStatus' | 'closedAbove'>) =>
  closedAbove && DealerStatus !== CLOSED_DEALER_STATUS ? 'Closed above' : statusWord(DealerStatus);

const statusWord = (status: number) => DEALER_STATUS[status] ?? `Status ${status}`;
