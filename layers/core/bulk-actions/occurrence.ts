import type { Occurrence } from '../dealer-settings/occurrence.ts';
import type { BulkAction } from './bulk-action.ts';
import type { BulkActionRecord } from './bulk-action-record.ts';

/** Most carriers confirm a change of a SIM later, so such a row can only be asked. */
const doneWord = ({ action }: Pick<BulkAction, 'action'>) => (action === 'sim' ? 'asked or done' : 'done');

/** A bulk action whose units all have an outcome. */
export const finishedOccurrence = ({
  action,
  bchKey,
  attempt,
  dealerKey,
  done,
  failed,
  total,
}: Pick<BulkAction, 'action' | 'bchKey' | 'dealerKey' | 'done' | 'failed' | 'total'> & {
  attempt: number;
}): Occurrence => ({
  id: `Bulk Action Finished:${bchKey}:${attempt}`,
  reason: 'Bulk Action Finished',
  DealerKey: dealerKey,
  subject: `Bulk Action Finished: ${done} of ${total} units`,
  text: `A bulk action on ${total} units has finished: ${done} ${doneWord({ action })}, ${failed} failed.`,
});

/** A bulk action that stopped by itself. It can be resumed, and stop again in a later turn. */
export const stoppedOccurrence = ({
  action,
  bchKey,
  turn = 0,
  dealerKey,
  done,
  failed,
  total,
  stopReason = '',
}: Pick<
  BulkActionRecord,
  'action' | 'bchKey' | 'turn' | 'dealerKey' | 'done' | 'failed' | 'total' | 'stopReason'
>): Occurrence => ({
  id: `Bulk Action Stopped:${bchKey}:${turn}`,
  reason: 'Bulk Action Finished',
  DealerKey: dealerKey,
  subject: `Bulk Action Stopped: ${done} of ${total} units`,
  text: `A bulk action on ${total} units has stopped: ${done} ${doneWord({ action })}, ${failed} failed, ${total - done - failed} to do. ${stopReason}.`,
});
