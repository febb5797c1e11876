import { DEALER_STATUS } from '#core/dealers/dealer.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';

/** P1-M12. */
export const showDealersFailure = showFailureAs('Error fetching dealers');

export const statusWord = (status: number) => DEALER_STATUS[status] ?? `Status ${status}`;
