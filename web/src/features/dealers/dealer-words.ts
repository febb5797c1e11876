import { DEALER_STATUS } from '#core/dealers/dealer.ts';
import { tellFailureAs } from '#web/lib/messages/tell.ts';

/** P1-M12. */
export const tellDealersFailure = tellFailureAs('Error fetching dealers');

export const statusWord = (status: number) => DEALER_STATUS[status] ?? `Status ${status}`;
