import type { Occurrence } from '../dealer-settings/occurrence.ts';
import type { BulkAction } from './bulk-action.ts';

/** A bulk action whose units all have an outcome. */
export const finishedOccurrence = ({
  bchKey,
  attempt,
  dealerKey,
  done,
  failed,
  total,
}: Pick<BulkAction, 'bchKey' | 'dealerKey' | 'done' | 'failed' | 'total'> & { attempt: number }): Occurrence => ({
  id: `Bulk Action Finished:${bchKey}:${attempt}`,
  reason: 'Bulk Action Finished',
  DealerKey: dealerKey,
  subject: `Bulk Action Finished: ${done} of ${total} units`,
  text: `A bulk action on ${total} units has finished: ${done} done, ${failed} failed.`,
});
