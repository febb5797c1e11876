import type { BulkAction, BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import { outcomeOf, type RowOutcome, updatedWord } from '#core/bulk-actions/outcome.ts';
import type { Tone } from '#web/components/status/tones.ts';
import { openWords } from './state-words.ts';

type Shown = RowOutcome | 'cancelled';

/** What became of a unit, in words. */
export const OUTCOMES: Record<Shown, { tone: Tone; label: string }> = {
  toDo: { tone: 'muted', label: 'To do' },
  updated: { tone: 'ok', label: 'Updated' },
  asked: { tone: 'notice', label: 'Asked' },
  already: { tone: 'muted', label: 'Was so already' },
  failed: { tone: 'danger', label: 'Failed' },
  cancelled: { tone: 'muted', label: 'Not reached' },
};

/** The outcome that a row shows: a cancelled action has not reached its open rows. */
export const shownOutcomeOf = (row: BulkActionRow): Shown => (row.state === 'cancelled' ? 'cancelled' : outcomeOf(row));

/** What the rows of a bulk action with an outcome are called beside their number. */
export function countLabel(bulkAction: BulkAction, outcome: RowOutcome): string {
  if (outcome === 'toDo') return openWords(bulkAction);
  return outcome === 'updated' ? updatedWord(bulkAction) : OUTCOMES[outcome].label;
}
