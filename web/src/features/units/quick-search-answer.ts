import type { units } from '#core/units/contract.ts';
import type { Output } from '#web/lib/api/api.ts';

export type QuickSearchAnswer = Output<typeof units.quickSearch>;

/** The message of a quick search (portal-3 sections 8 and 9). */
export function quickSearchWords({ found, more }: QuickSearchAnswer): string {
  if (found.length === 0) return 'No results found';
  if (more) return `Unit Found! The first ${found.length} are shown, more found`;
  return found.length === 1 ? 'Unit Found!' : `Unit Found! ${found.length} of them`;
}
