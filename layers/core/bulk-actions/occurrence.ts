import type { Occurrence } from '../dealer-settings/occurrence.ts';
import type { BulkActionRecord } from './bulk-action-record.ts';
import { countsOf, updatedWord } from './outcome.ts';

type Counted = Parameters<typeof countsOf>[0] & Parameters<typeof updatedWord>[0];

/** What became of the units that are done. Most carriers confirm a change of a SIM later, so such a row can only be asked. */
function doneWords(counted: Counted): string {
  const { updated, asked, already } = countsOf(counted);
  const done = updatedWord(counted) === 'Updated' ? 'done' : 'asked or done';
  return [`${updated} ${done}`, asked > 0 && `${asked} asked of the carrier`, already > 0 && `${already} so already`]
    .filter(Boolean)
    .join(', ');
}

/** A bulk action whose units all have an outcome. */
export const finishedOccurrence = (
  bulkAction: Pick<BulkActionRecord, 'bchKey' | 'attempt' | 'dealerKey'> & Counted,
): Occurrence => ({
  id: `Bulk Action Finished:${bulkAction.bchKey}:${bulkAction.attempt}`,
  reason: 'Bulk Action Finished',
  DealerKey: bulkAction.dealerKey,
  subject: `Bulk Action Finished: ${bulkAction.done} of ${bulkAction.total} units`,
  text: `A bulk action on ${bulkAction.total} units has finished: ${doneWords(bulkAction)}, ${bulkAction.failed} failed.`,
});

/** A bulk action that stopped by itself. It can be resumed, and stop again in a later turn. */
export const stoppedOccurrence = (
  bulkAction: Pick<BulkActionRecord, 'bchKey' | 'turn' | 'dealerKey' | 'stopReason'> & Counted,
): Occurrence => ({
  id: `Bulk Action Stopped:${bulkAction.bchKey}:${bulkAction.turn ?? 0}`,
  reason: 'Bulk Action Finished',
  DealerKey: bulkAction.dealerKey,
  subject: `Bulk Action Stopped: ${bulkAction.done} of ${bulkAction.total} units`,
  text: `A bulk action on ${bulkAction.total} units has stopped: ${doneWords(bulkAction)}, ${bulkAction.failed} failed, ${countsOf(bulkAction).toDo} to do. ${bulkAction.stopReason ?? ''}.`,
});
