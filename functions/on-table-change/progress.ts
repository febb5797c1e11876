import { bulkActionTopic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import { type StoredBulkAction, shownBulkAction } from '#data/bulk-actions/bulk-actions.ts';
import { logger } from '#platform/aws/observability.ts';
import { publish } from '#platform/live/publish.ts';
import { within } from './within.ts';

/** News that takes longer is not waited for. */
export const TOLD_WITHIN = 3 * SECOND;

/** Tells those who watch how far a bulk action is. Screens ask for it besides: what is not told holds nothing up. */
export async function tellProgress(bulkAction: StoredBulkAction): Promise<void> {
  try {
    await within(TOLD_WITHIN, publish(bulkActionTopic(bulkAction.bchKey), shownBulkAction(bulkAction, Date.now())));
  } catch (error) {
    logger.warn('The progress of a bulk action was not told', error as Error);
  }
}
