import { type BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import { unitCount } from '#core/units/unit-count.ts';
import type { Tone } from '#web/components/status/tones.ts';

/** True if units are to do, but no worker runs. */
export const isStalled = ({ state, mayRetry }: Pick<BulkAction, 'state' | 'mayRetry'>) =>
  isUnderWay({ state }) && mayRetry;

/** The state of a bulk action, in a word. */
export function stateBadge(bulkAction: Pick<BulkAction, 'state' | 'failed' | 'mayRetry'>): {
  tone: Tone;
  label: string;
} {
  const { state, failed } = bulkAction;
  if (isStalled(bulkAction)) return { tone: 'warning', label: 'No progress' };
  if (state === 'queued') return { tone: 'muted', label: 'Queued' };
  if (state === 'running') return { tone: 'notice', label: 'Running' };
  if (state === 'stopped') return { tone: 'warning', label: 'Stopped' };
  return failed > 0 ? { tone: 'warning', label: 'Finished with failures' } : { tone: 'ok', label: 'Finished' };
}

/** The label of the retry button: it retries the failed units, or all open ones if the action is stuck or stopped. */
export const retryWords = ({ state }: Pick<BulkAction, 'state'>) =>
  state === 'finished' ? 'Try failed units again' : 'Continue with open units';

/** What people read when a bulk action has ended. */
export function endWords(bulkAction: BulkAction): {
  tone: Extract<Tone, 'ok' | 'notice' | 'warning'>;
  title: string;
  description: string;
} {
  const { state, done, failed, total } = bulkAction;
  const updated = `Updated ${done} units`;
  const failures = failed > 0 && `${unitCount(failed)} failed`;
  if (state === 'stopped') {
    const rest = `${unitCount(total - done - failed)} not reached`;
    return {
      tone: 'notice',
      title: `Stopped: ${actionWords(bulkAction)}`,
      description: [updated, failures, rest].filter(Boolean).join(', '),
    };
  }
  return {
    tone: failures ? 'warning' : 'ok',
    title: updated,
    description: [actionWords(bulkAction), failures].filter(Boolean).join(', '),
  };
}
