import { type BulkAction, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { isOver } from '#core/bulk-actions/command.ts';
import { countsOf, type RowView, updatedWord } from '#core/bulk-actions/outcome.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import { unitCount } from '#core/units/unit-count.ts';
import type { Tone } from '#web/components/status/tones.ts';

/** The state of a bulk action, in a word. */
export function stateBadge({ state, failed, isStalled }: Pick<BulkAction, 'state' | 'failed' | 'isStalled'>): {
  tone: Tone;
  label: string;
} {
  if (isStalled) return { tone: 'warning', label: 'No progress' };
  switch (state) {
    case 'collecting':
      return { tone: 'notice', label: 'Finding units' };
    case 'queued':
      return { tone: 'muted', label: 'Queued' };
    case 'running':
      return { tone: 'notice', label: 'Running' };
    case 'paused':
      return { tone: 'warning', label: 'Paused' };
    case 'stopped':
      return { tone: 'warning', label: 'Stopped' };
    case 'cancelled':
      return { tone: 'muted', label: 'Cancelled' };
    case 'finished':
      return failed > 0 ? { tone: 'warning', label: 'Finished with failures' } : { tone: 'ok', label: 'Finished' };
  }
}

const HELD: Partial<Record<BulkAction['state'], { title: string; rest: string }>> = {
  paused: { title: 'Paused', rest: 'to do' },
  stopped: { title: 'Stopped', rest: 'to do' },
  cancelled: { title: 'Cancelled', rest: 'not reached' },
};

/** `Updated 3 units, asked the carrier about 2 units, 1 unit was so already`. What did not happen is left out, except that nothing was updated. */
export function doneWords(bulkAction: BulkAction): string {
  const { updated, asked, already } = countsOf(bulkAction);
  const others = [
    asked > 0 && `${bulkAction.action === 'carrier' ? 'told' : 'asked the carrier about'} ${unitCount(asked)}`,
    already > 0 && `${unitCount(already)} ${already === 1 ? 'was' : 'were'} so already`,
  ].filter(Boolean);
  const word = updatedWord(bulkAction);
  const first = word === 'Updated' ? `updated ${unitCount(updated)}` : `asked or done: ${unitCount(updated)}`;
  const all = updated > 0 || others.length === 0 ? [first, ...others] : others;
  const words = all.join(', ');
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

/** What people read when a bulk action has ended, or is held. */
export function endWords(bulkAction: BulkAction): {
  tone: Extract<Tone, 'ok' | 'notice' | 'warning'>;
  title: string;
  description: string;
} {
  const { state, done, failed, total } = bulkAction;
  const words = doneWords(bulkAction);
  const failures = failed > 0 && `${unitCount(failed)} failed`;
  const held = HELD[state];
  if (held) {
    // A cancelled action keeps the reason for which it had stopped before.
    const reason = state === 'stopped' && bulkAction.stopReason;
    return {
      tone: state === 'stopped' ? 'warning' : 'notice',
      title: `${held.title}: ${actionWords(bulkAction)}`,
      description: [
        reason,
        reason ? words.toLowerCase() : words,
        failures,
        `${unitCount(total - done - failed)}${bulkAction.isPartial ? ' found so far' : ''} ${held.rest}`,
      ]
        .filter(Boolean)
        .join(', '),
    };
  }
  return {
    tone: failures ? 'warning' : 'ok',
    title: words,
    description: [actionWords(bulkAction), failures].filter(Boolean).join(', '),
  };
}

const AT_MOST: readonly BulkAction['action'][] = ['profile', 'sim', 'plan', 'carrier'];

/** How many units an action changes. A dry run does not read whether units are as a profile says, or their carriers, and a unit can refuse, so there it is the most. */
export const changesWords = (action: BulkAction['action'] | undefined, units: number): string =>
  `It changes ${AT_MOST.some((one) => one === action) ? 'at most ' : ''}${unitCount(units)}`;

/** How many units an action does not change. `checked`: how many of the first units were looked at, if not all. */
export const leavesWords = (units: number, checked?: number): string =>
  `${checked === undefined ? 'It' : `Of the first ${unitCount(checked)} it`} leaves ${unitCount(units)} as ${units === 1 ? 'it is' : 'they are'}`;

const SHOWN_REASONS = 3;

/** The reasons why units stay as they are, the most frequent first: `It has no SIM (3 units); There is no such unit (1 unit)`. */
export function reasonsWords(units: readonly { reason: string }[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of units) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [first, ...others] = [...counts].sort(([, one], [, other]) => other - one);
  if (first === undefined || others.length === 0) return first?.[0] ?? '';
  const shown = [first, ...others].slice(0, SHOWN_REASONS).map(([reason, count]) => `${reason} (${unitCount(count)})`);
  const left = counts.size - shown.length;
  return [...shown, ...(left > 0 ? [left === 1 ? '1 other reason' : `${left} other reasons`] : [])].join('; ');
}

/** What becomes of the open units: they are to do, unless the action is over. */
export const openWords = (bulkAction: Pick<BulkAction, 'state'>): string =>
  isUnderWay(bulkAction) || bulkAction.state === 'paused' || bulkAction.state === 'stopped' ? 'To do' : 'Not reached';

/** What a list of its units says that has none. `view`: which of them it shows; undefined is all. Once the action is over, none follows. */
export function noUnitWords(bulkAction: Pick<BulkAction, 'state'>, view: RowView | undefined) {
  if (!isOver(bulkAction)) return { title: 'No unit yet', description: 'Units are shown as they are found or done.' };
  if (view === undefined) return { title: 'No unit', description: 'No unit was found that matches the query.' };
  return { title: 'No unit', description: 'No unit has this outcome.' };
}

/** Why a bulk action has stopped, and what a resume does now. */
export const stopWords = ({ stopReason }: Pick<BulkAction, 'stopReason'>): string =>
  stopReason === undefined
    ? 'It has stopped.'
    : `It has stopped. ${stopReason}. If it is resumed while this is still so, it stops again.`;
