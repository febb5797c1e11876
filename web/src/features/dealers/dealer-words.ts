import { DEALER_STATUS } from '#core/dealers/dealer.ts';
import { toastFailure } from '#web/components/messages/toaster.tsx';
import { TOAST_DURATION } from '#web/lib/durations.ts';

/** P1-M12. */
const FETCHING_FAILED = 'Error fetching dealers';

export const tellDealersFailure = (error: Error) =>
  toastFailure({ title: FETCHING_FAILED, description: error.message, duration: TOAST_DURATION.failure });

export const statusWord = (status: number) => DEALER_STATUS[status] ?? `Status ${status}`;
